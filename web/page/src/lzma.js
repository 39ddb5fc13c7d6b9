// Unpacks LZMA, in which WebAssembly has two thirds of its size in gzip. Browsers have no decoder for LZMA.
//
// The format is that of `xz --format=lzma`: a byte with parameters, 4 bytes that are ignored here, the length of the
// content in 8 bytes, and a range coder's output. The names are those of the LZMA specification (7-zip.org/sdk.html).

// The index of the first probability of each kind.
const IS_MATCH = 0;
const IS_REP = 192;
const IS_REP_G0 = 204;
const IS_REP_G1 = 216;
const IS_REP_G2 = 228;
const IS_REP0_LONG = 240;
const POS_SLOT = 432;
const POS_SPECIAL = 688;
const ALIGN = 816;
const LENGTH = 832;
const REP_LENGTH = 1346;
const LITERAL = 1860;

/** Decodes a packed text bit by bit, with adaptive probabilities. */
class RangeDecoder {
  constructor(input, at, probabilities) {
    this.input = input;
    this.probabilities = new Uint16Array(probabilities).fill(1024);
    this.range = 0xffffffff;
    this.code = 0;
    // The first byte is always 0.
    this.at = at + 1;
    for (let byte = 0; byte < 4; byte++) this.code = ((this.code << 8) | input[this.at++]) >>> 0;
  }

  #refill() {
    if (this.range >= 0x1000000) return;
    this.range = (this.range << 8) >>> 0;
    this.code = ((this.code << 8) | this.input[this.at++]) >>> 0;
  }

  bit(index) {
    const probability = this.probabilities[index];
    const bound = (this.range >>> 11) * probability;
    const bit = this.code < bound ? 0 : 1;
    if (bit === 0) {
      this.range = bound;
      this.probabilities[index] = probability + ((2048 - probability) >> 5);
    } else {
      this.range -= bound;
      this.code -= bound;
      this.probabilities[index] = probability - (probability >> 5);
    }
    this.#refill();
    return bit;
  }

  /** A number of equally likely bits, the highest bit first. */
  direct(count) {
    let value = 0;
    for (let at = 0; at < count; at++) {
      this.range >>>= 1;
      const bit = this.code < this.range ? 0 : 1;
      if (bit === 1) this.code -= this.range;
      value = (value << 1) | bit;
      this.#refill();
    }
    return value;
  }

  /** A number, the highest bit first. */
  tree(offset, bits) {
    let node = 1;
    for (let at = 0; at < bits; at++) node = (node << 1) | this.bit(offset + node);
    return node - (1 << bits);
  }

  /** A number, the lowest bit first. */
  reverseTree(offset, bits) {
    let node = 1;
    let value = 0;
    for (let at = 0; at < bits; at++) {
      const bit = this.bit(offset + node);
      node = (node << 1) | bit;
      value |= bit << at;
    }
    return value;
  }

  /** The length of a match. */
  length(offset, position) {
    if (this.bit(offset) === 0) return 2 + this.tree(offset + 2 + (position << 3), 3);
    if (this.bit(offset + 1) === 0) return 10 + this.tree(offset + 130 + (position << 3), 3);
    return 18 + this.tree(offset + 258, 8);
  }

  /** The distance of a match, minus 1: how far back it begins. */
  distance(length) {
    const slot = this.tree(POS_SLOT + (Math.min(length - 2, 3) << 6), 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1;
    const high = (2 | (slot & 1)) << bits;
    if (slot < 14) return high + this.reverseTree(POS_SPECIAL + high - slot, bits);
    return high + (this.direct(bits - 4) << 4) + this.reverseTree(ALIGN, 4);
  }

  /** A byte that is not part of a match. After a match, `matchByte` is the byte that would continue the match. */
  literal(offset, matchByte) {
    let symbol = 1;
    while (matchByte !== undefined && symbol < 256) {
      const expected = (matchByte >> 7) & 1;
      matchByte <<= 1;
      const bit = this.bit(offset + ((1 + expected) << 8) + symbol);
      symbol = (symbol << 1) | bit;
      if (bit !== expected) break;
    }
    while (symbol < 256) symbol = (symbol << 1) | this.bit(offset + symbol);
    return symbol & 255;
  }
}

/** The content of a packed text. */
export function unpack(input) {
  const parameters = input[0];
  const lc = parameters % 9;
  const lp = Math.floor(parameters / 9) % 5;
  const pb = Math.floor(parameters / 45);
  const size = Number(new DataView(input.buffer, input.byteOffset).getBigUint64(5, true));
  const out = new Uint8Array(size);
  const decoder = new RangeDecoder(input, 13, LITERAL + (768 << (lc + lp)));
  let state = 0;
  let [rep0, rep1, rep2, rep3] = [0, 0, 0, 0];
  let at = 0;
  while (at < size) {
    const position = at & ((1 << pb) - 1);
    if (decoder.bit(IS_MATCH + (state << 4) + position) === 0) {
      const before = at === 0 ? 0 : out[at - 1];
      const context = ((at & ((1 << lp) - 1)) << lc) + (before >> (8 - lc));
      out[at] = decoder.literal(LITERAL + 768 * context, state < 7 ? undefined : out[at - rep0 - 1]);
      at++;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    let length;
    if (decoder.bit(IS_REP + state) === 0) {
      [rep1, rep2, rep3] = [rep0, rep1, rep2];
      length = decoder.length(LENGTH, position);
      rep0 = decoder.distance(length);
      state = state < 7 ? 7 : 10;
    } else {
      // The match has one of the last four distances; with the first of them, it may be a single byte.
      let isShort = false;
      if (decoder.bit(IS_REP_G0 + state) === 0) isShort = decoder.bit(IS_REP0_LONG + (state << 4) + position) === 0;
      else if (decoder.bit(IS_REP_G1 + state) === 0) [rep0, rep1] = [rep1, rep0];
      else if (decoder.bit(IS_REP_G2 + state) === 0) [rep0, rep1, rep2] = [rep2, rep0, rep1];
      else [rep0, rep1, rep2, rep3] = [rep3, rep0, rep1, rep2];
      length = isShort ? 1 : decoder.length(REP_LENGTH, position);
      if (state < 7) state = isShort ? 9 : 8;
      else state = 11;
    }
    for (const end = Math.min(size, at + length); at < end; at++) out[at] = out[at - rep0 - 1];
  }
  return out;
}

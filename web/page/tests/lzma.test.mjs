// The page unpacks what xz packs.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import test from "node:test";

import { unpack } from "../src/lzma.js";

/** The content packed by xz, with its length in the header. */
function packed(content, parameters) {
  const packed = execFileSync("xz", ["--format=lzma", `--lzma1=${parameters}`, "--stdout"], { input: content, maxBuffer: 1 << 28 });
  packed.writeBigUInt64LE(BigInt(content.length), 5);
  return packed;
}

/** Pseudorandom bytes, the same in every run. */
function noise(length) {
  let block = Buffer.alloc(0);
  const blocks = [];
  for (let have = 0; have < length; have += block.length) {
    block = createHash("sha512").update(block).digest();
    blocks.push(block);
  }
  return Buffer.concat(blocks).subarray(0, length);
}

const assertRoundTrip = (content, parameters) => assert.ok(Buffer.from(unpack(packed(content, parameters))).equals(content), `${content.length} bytes, ${parameters}`);

test("texts are unpacked unchanged, for various parameters", () => {
  const own = readFileSync(new URL("../src/lzma.js", import.meta.url));
  const random = noise(5000);
  const contents = [Buffer.alloc(0), Buffer.from("a"), Buffer.alloc(100_000), own, random, Buffer.concat([own, random, own.reverse(), random])];
  for (const content of contents) {
    for (const parameters of ["preset=9e,lc=4,lp=0,pb=0", "preset=6", "preset=0,lc=0,lp=2,pb=4", "preset=9,lc=1,lp=3,pb=1,dict=4096"]) assertRoundTrip(content, parameters);
  }
});

test("a program of six megabytes is unpacked unchanged", () => {
  const program = readFileSync(process.execPath).subarray(0, 6_000_000);
  assertRoundTrip(program, "preset=9e,lc=4,lp=0,pb=0");
});

// A worker that answers questions one after the other, so that the page never waits.
//
// The worker receives the compiled module, then questions with numbers. Each answer has the number of its question, and
// so do the progress events before it.

import { Twistsat } from "../../twistsat.mjs";

let twistsat;
let number;

self.onmessage = ({ data }) => {
  if (data.module) {
    twistsat = new Twistsat(data.module, (event) => self.postMessage({ number, event }));
    return;
  }
  number = data.number;
  const answer = twistsat.ask(data.question);
  const buffers = answer.files?.map(([, bytes]) => bytes.buffer) ?? [];
  self.postMessage({ number, answer }, buffers);
};

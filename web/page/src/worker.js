// Answers questions one after the other, away from the page, so that the page never waits.
//
// It is sent the compiled module, then questions with numbers. It sends answers with the same
// numbers, and news before them.

import { Twistsat } from "../../twistsat.mjs";

let twistsat;
let number;

self.onmessage = ({ data }) => {
  if (data.module) {
    twistsat = new Twistsat(data.module, (news) => self.postMessage({ number, news }));
    return;
  }
  number = data.number;
  const answer = twistsat.ask(data.question);
  const buffers = answer.files?.map(([, bytes]) => bytes.buffer) ?? [];
  self.postMessage({ number, answer }, buffers);
};

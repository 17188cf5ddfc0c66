/** The contract of every link, whatever transport it uses. A link that serialises events guarantees a little more. */
import { afterEach, describe } from "vitest";
import { describeCalls } from "./link-contract-calls.ts";
import { describeFrames, describeHostileFrames } from "./link-contract-frames.ts";
import { describeProgress, describeQuestions } from "./link-contract-mid-call.ts";
import { describeStreams } from "./link-contract-streams.ts";
import { Contract } from "./link-pair.ts";
import type { ContractOptions, MakePair } from "./link-pair.ts";

type Make = (options?: ContractOptions) => Promise<Contract>;

/** For every link. */
export function describeLink(name: string, makePair: MakePair): void {
  describe(`over a ${name} link`, () => {
    const make = makeAndClose(makePair);
    describe("when an operation is called", () => {
      describeCalls(make);
    });
    describe("when an operation is streamed", () => {
      describeStreams(make);
    });
    describe("when a handler reports progress", () => {
      describeProgress(make);
    });
    describe("when a handler asks its caller something", () => {
      describeQuestions(make);
    });
  });
}

/** For a link on which events travel as text. */
export function describeTextLink(name: string, makePair: MakePair): void {
  describeLink(name, makePair);
  describe(`over a ${name} link, when events travel as text`, () => {
    describeFrames(makeAndClose(makePair));
  });
}

/** For a link whose frames hold only events. */
export function describePlainTextLink(name: string, makePair: MakePair): void {
  describeTextLink(name, makePair);
  describe(`over a ${name} link, when a peer sends what is not a frame`, () => {
    describeHostileFrames(makeAndClose(makePair));
  });
}

function makeAndClose(makePair: MakePair): Make {
  const made: Contract[] = [];
  afterEach(async () => {
    await Promise.all(made.splice(0).map(({ pair }) => pair.close()));
  });
  return async (options) => {
    const contract = await Contract.make(makePair, options);
    made.push(contract);
    return contract;
  };
}

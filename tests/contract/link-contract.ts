/** What every link keeps, whatever it is made of. A link that writes events down keeps a little more. */
import { afterEach, describe } from "vitest";
import { describeCalls } from "./link-contract-calls.ts";
import { describeFrames } from "./link-contract-frames.ts";
import { describeStreams } from "./link-contract-streams.ts";
import { Contract } from "./link-pair.ts";
import type { ContractOptions, MakePair } from "./link-pair.ts";

export interface DescribeLinkOptions {
  /** Whether events travel as text. */
  readonly isSerialised: boolean;
}

export function describeLink(name: string, makePair: MakePair, { isSerialised }: DescribeLinkOptions): void {
  describe(`over a ${name} link`, () => {
    const made: Contract[] = [];
    const make = async (options?: ContractOptions): Promise<Contract> => {
      const contract = await Contract.make(makePair, options);
      made.push(contract);
      return contract;
    };

    afterEach(async () => {
      await Promise.all(made.splice(0).map(({ pair }) => pair.close()));
    });

    describe("when an operation is called", () => describeCalls(make));
    describe("when an operation is streamed", () => describeStreams(make));
    if (isSerialised) describe("when events travel as text", () => describeFrames(make));
  });
}

/** `@alkdev/operations/testing`: contexts, peers and sources for tests, and the tests that every source must pass. */
export { connectPeerPair } from "../testing/peer-pair.ts";
export type { PairedPeerOptions, PeerPair } from "../testing/peer-pair.ts";
export { createFakeSource } from "../testing/fake-source.ts";
export type { FakeSource } from "../testing/fake-source.ts";
export { recordSource } from "../testing/record-source.ts";
export { replaySource } from "../testing/replay-source.ts";
export { testContext } from "../testing/test-context.ts";
export type { ContextOf, EnvStubs, TestContextParts } from "../testing/test-context.ts";
export { testSource } from "../testing/test-source.ts";
export type { CallSource, SourceCall, SourceSetup, SourceUnderTest, TestRunner } from "../testing/test-source.ts";

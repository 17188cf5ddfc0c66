/** `@alkdev/operations/testing`: the tests that every source must pass, for any test runner. */
export { testSource } from "../testing/test-source.ts";
export type { CallSource, SourceCall, SourceSetup, SourceUnderTest, TestRunner } from "../testing/test-source.ts";

/** What a page that registers and calls gets of the built package, without the schema engine (ADR 54). */
import { expect, test } from "vitest";
import { engineFiles, measure } from "../../bench/bundle-size.ts";

const page = 'export { CallError, OperationRegistry, defineOperation, subscribe } from "./dist/index.js";';

test.each([
  { files: "several files", splitting: true },
  { files: "a single file", splitting: false },
])("a page that registers and calls takes at most 45,000 bytes from the package, in $files", async ({ splitting }) => {
  const { atStart } = await measure(page, { external: await engineFiles(), splitting });
  // A bundle without a registry would pass too.
  expect(atStart).toBeGreaterThan(20_000);
  expect(atStart).toBeLessThan(45_000);
});

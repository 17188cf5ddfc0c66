import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureSubPackage } from "../../scripts/sub-package.ts";
import { isLeftOut } from "../support/left-out.ts";
import type { BundledProgram } from "../support/bundle-program.ts";
import { bundleDriver, runClientConformance } from "./run-conformance.ts";

/** All of the runner's scenarios for clients but `auth/*` and the extensions that we do not claim to support. */
const scenarios = [
  "initialize",
  "tools_call",
  "elicitation-sep1034-client-defaults",
  "sse-retry",
  "request-metadata",
  "sep-2322-client-request-state",
  "http-standard-headers",
  "http-custom-headers",
  "http-invalid-tool-headers",
  "json-schema-ref-no-deref",
  "json-schema-2020-12-preservation",
];

describe.skipIf(isLeftOut("mcp-conformance"))("when the official conformance runner tries our client", () => {
  let driver: BundledProgram;

  beforeAll(async () => {
    await ensureSubPackage("tests/mcp-conformance");
    driver = await bundleDriver("client-driver.ts");
  }, 600_000);
  afterAll(() => driver.remove());

  it.each(scenarios)(
    "passes %s",
    async (scenario) => {
      expect(await runClientConformance(scenario, driver)).toBeUndefined();
    },
    120_000,
  );
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureSubPackage } from "../../scripts/sub-package.ts";
import { isLeftOut } from "../support/left-out.ts";
import type { BundledProgram } from "../support/bundle-program.ts";
import { bundleDriver, clientScenariosOf, commandOf, runClientConformance } from "./run-conformance.ts";
import type { Revision } from "./run-conformance.ts";

/** All of the runner's scenarios for clients except `auth/*`, which have their own file. */
const scenarios: Record<Revision, string[]> = {
  "2025-11-25": [
    "initialize",
    "tools_call",
    "elicitation-sep1034-client-defaults",
    "sse-retry",
    "json-schema-2020-12-preservation",
  ],
  "2026-07-28": [
    "tools_call",
    "request-metadata",
    "sep-2322-client-request-state",
    "http-standard-headers",
    "http-custom-headers",
    "http-invalid-tool-headers",
    "json-schema-ref-no-deref",
    "json-schema-2020-12-preservation",
  ],
};

describe.skipIf(isLeftOut("mcp-conformance")).each(["2025-11-25", "2026-07-28"] as const)(
  "when the official conformance runner tests our client with revision %s",
  (revision) => {
    let driver: BundledProgram;

    beforeAll(async () => {
      await ensureSubPackage("tests/mcp-conformance");
      driver = await bundleDriver();
    }, 600_000);
    afterAll(() => driver.remove());

    it.each(scenarios[revision])(
      "passes %s",
      async (scenario) => {
        expect(await runClientConformance({ scenario, revision, command: commandOf(driver) })).toBeUndefined();
      },
      120_000,
    );

    it("runs every scenario that the runner's manifest has for clients", async () => {
      const listed = (await clientScenariosOf(revision)).filter((scenario) => !scenario.startsWith("auth/"));
      expect([...scenarios[revision]].sort()).toEqual(listed.sort());
    });
  },
);

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureSubPackage } from "../../scripts/sub-package.ts";
import { OperationRegistry } from "../../src/entries/index.ts";
import { serveMCP } from "../../src/entries/serve-mcp.ts";
import type { MCPService } from "../../src/entries/serve-mcp.ts";
import { isLeftOut } from "../support/left-out.ts";
import { knownServerFailures } from "./known-failures.ts";
import { registerConformanceOperations } from "./operations.ts";
import { extensionsOf, runServerConformance } from "./run-conformance.ts";
import type { Revision, ScenarioOutcomes } from "./run-conformance.ts";

/** The scenarios that a server of tools, resources and prompts must pass, in each revision. */
const required: Record<Revision, string[]> = {
  "2025-11-25": [
    "server-initialize",
    "server-session-lifecycle",
    "ping",
    "dns-rebinding-protection",
    "resources-subscribe",
    "resources-unsubscribe",
  ],
  "2026-07-28": [
    "server-stateless",
    "http-header-validation",
    "http-custom-header-server-validation",
    "dns-rebinding-protection",
    "caching",
    "input-required-result-non-tool-request",
  ],
};

const requiredOfAll = [
  "tools-list",
  "tools-call-simple-text",
  "tools-call-image",
  "tools-call-audio",
  "tools-call-embedded-resource",
  "tools-call-mixed-content",
  "tools-call-error",
  "tools-call-with-progress",
  "json-schema-2020-12",
  "server-sse-multiple-streams",
  "resources-list",
  "resources-read-text",
  "resources-read-binary",
  "resources-templates-read",
  "prompts-list",
  "prompts-get-simple",
  "prompts-get-with-args",
  "prompts-get-embedded-resource",
  "prompts-get-with-image",
  "completion-complete",
];

describe.skipIf(isLeftOut("mcp-conformance")).each(["2025-11-25", "2026-07-28"] as const)(
  "when the official conformance runner tests our server with revision %s",
  (revision) => {
    let service: MCPService | undefined;
    let outcomes: ScenarioOutcomes;

    beforeAll(async () => {
      await ensureSubPackage("tests/mcp-conformance");
      service = serveMCP(registerConformanceOperations(new OperationRegistry({ onWarning: () => {} })));
      const { url } = await service.listen();
      outcomes = await runServerConformance(url, revision);
    }, 600_000);

    afterAll(async () => {
      await service?.close();
    });

    it.each([...requiredOfAll, ...required[revision]])("passes %s", (scenario) => {
      expect(outcomes.has(scenario)).toBe(true);
      expect(outcomes.get(scenario)).toBeUndefined();
    });

    it("fails only the known failures, and passes none of them", () => {
      const failed = [...outcomes].filter(([, failure]) => failure !== undefined).map(([scenario]) => scenario);
      expect(failed.sort()).toEqual(Object.keys(knownServerFailures[revision]).sort());
    });

    it("fails only extensions, according to the runner's own manifest", async () => {
      const extensions = await extensionsOf(revision);
      expect(Object.keys(knownServerFailures[revision]).filter((scenario) => !extensions.has(scenario))).toEqual([]);
    });
  },
);

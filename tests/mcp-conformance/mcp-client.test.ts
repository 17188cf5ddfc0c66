import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureSubPackage } from "../../scripts/sub-package.ts";
import { isLeftOut } from "../support/left-out.ts";
import { callTools } from "./client-driver.ts";
import { logInAndCall } from "./login-driver.ts";
import type { ScenarioContext } from "./login-driver.ts";
import { clientScenariosOf, runAllClientConformance, runClientConformance } from "./run-conformance.ts";
import type { Revision, ScenarioOutcomes } from "./run-conformance.ts";
import { serveScenarios } from "./scenario-server.ts";
import type { Scenario, ScenarioServer } from "./scenario-server.ts";

/** The runner's scenarios for clients without logins. */
const withoutLogin: Record<Revision, string[]> = {
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

const loginsOfBoth = [
  "metadata-default",
  "metadata-var1",
  "metadata-var2",
  "metadata-var3",
  "basic-cimd",
  "scope-from-www-authenticate",
  "scope-from-scopes-supported",
  "scope-omitted-when-undefined",
  "scope-step-up",
  "scope-retry-limit",
  "token-endpoint-auth-basic",
  "token-endpoint-auth-post",
  "token-endpoint-auth-none",
  "pre-registration",
  "client-credentials-jwt",
  "client-credentials-basic",
  "enterprise-managed-authorization",
  "dpop",
  "dpop-nonce",
  "wif-jwt-bearer",
];

/** All of the runner's `auth/*` scenarios. */
const logins: Record<Revision, string[]> = {
  "2025-11-25": loginsOfBoth,
  "2026-07-28": [
    ...loginsOfBoth,
    "resource-mismatch",
    "offline-access-scope",
    "offline-access-not-supported",
    "authorization-server-migration",
    "iss-supported",
    "iss-not-advertised",
    "iss-supported-missing",
    "iss-wrong-issuer",
    "iss-unexpected",
    "iss-normalized",
    "metadata-issuer-mismatch",
  ],
};

/** Servers of earlier revisions, which no manifest requires any more. */
const older = ["2025-03-26-oauth-metadata-backcompat", "2025-03-26-oauth-endpoint-fallback"];

/** Only a hub has logins. It has nothing but a config. */
async function runScenario({ url, scenario, context }: Scenario): Promise<string> {
  if (scenario.startsWith("auth/")) return await logInAndCall(url, context as ScenarioContext);
  return await callTools(url, context["toolCalls"] as Parameters<typeof callTools>[1]);
}

describe.skipIf(isLeftOut("mcp-conformance"))("when the official conformance runner tests our client", () => {
  let server: ScenarioServer;

  beforeAll(async () => {
    await ensureSubPackage("tests/mcp-conformance");
    server = await serveScenarios(runScenario);
  }, 600_000);
  afterAll(() => server.close());

  describe.each(["2025-11-25", "2026-07-28"] as const)("with revision %s", (revision) => {
    const scenarios = [...withoutLogin[revision], ...logins[revision].map((name) => `auth/${name}`)];
    let outcomes: ScenarioOutcomes;

    // All at once: the runner takes longer to start than a scenario takes.
    beforeAll(async () => {
      outcomes = await runAllClientConformance(server.command, revision);
    }, 600_000);

    it.each(scenarios)("passes %s", (scenario) => {
      expect(outcomes.has(scenario)).toBe(true);
      expect(outcomes.get(scenario)).toBeUndefined();
    });

    it("runs every scenario that the runner's manifest has for clients", async () => {
      expect([...scenarios].sort()).toEqual((await clientScenariosOf(revision)).sort());
    });
  });

  it.each(older)(
    "passes auth/%s",
    async (scenario) => {
      const { command } = server;
      expect(await runClientConformance({ scenario: `auth/${scenario}`, command })).toBeUndefined();
    },
    240_000,
  );
});

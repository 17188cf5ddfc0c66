import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureSubPackage } from "../../scripts/sub-package.ts";
import { isLeftOut } from "../support/left-out.ts";
import { logInAndCall } from "./login-driver.ts";
import { clientScenariosOf, runAllClientConformance, runClientConformance } from "./run-conformance.ts";
import type { Revision, ScenarioOutcomes } from "./run-conformance.ts";
import { serveScenarios } from "./scenario-server.ts";
import type { ScenarioServer } from "./scenario-server.ts";

const ofBoth = [
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
const scenarios: Record<Revision, string[]> = {
  "2025-11-25": ofBoth,
  "2026-07-28": [
    ...ofBoth,
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

describe.skipIf(isLeftOut("mcp-conformance"))(
  "when the official runner asks a hub that has only a config to log in",
  () => {
    let server: ScenarioServer;

    beforeAll(async () => {
      await ensureSubPackage("tests/mcp-conformance");
      server = await serveScenarios(async ({ url, scenario, context }) =>
        // The runner starts every scenario that a revision has. The others have a file of their own.
        scenario.startsWith("auth/") ? await logInAndCall(url, context) : "",
      );
    }, 600_000);
    afterAll(() => server.close());

    describe.each(["2025-11-25", "2026-07-28"] as const)("with revision %s", (revision) => {
      let outcomes: ScenarioOutcomes;

      beforeAll(async () => {
        outcomes = await runAllClientConformance(server.command, revision);
      }, 600_000);

      it.each(scenarios[revision])("passes auth/%s", (scenario) => {
        expect(outcomes.has(`auth/${scenario}`)).toBe(true);
        expect(outcomes.get(`auth/${scenario}`)).toBeUndefined();
      });

      it("runs every login scenario of the runner's manifest", async () => {
        const listed = (await clientScenariosOf(revision)).filter((scenario) => scenario.startsWith("auth/"));
        expect(scenarios[revision].map((scenario) => `auth/${scenario}`).sort()).toEqual(listed.sort());
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
  },
);

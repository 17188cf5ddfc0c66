import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureSubPackage } from "../../scripts/sub-package.ts";
import { isLeftOut } from "../support/left-out.ts";
import type { BundledProgram } from "../support/bundle-program.ts";
import { bundleDriver, runClientConformance } from "./run-conformance.ts";

/** All of the runner's `auth/*`. */
const scenarios = [
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
  "2025-03-26-oauth-metadata-backcompat",
  "2025-03-26-oauth-endpoint-fallback",
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
  "client-credentials-jwt",
  "client-credentials-basic",
  "enterprise-managed-authorization",
  "dpop",
  "dpop-nonce",
  "wif-jwt-bearer",
];

describe.skipIf(isLeftOut("mcp-conformance"))(
  "when the official runner asks a hub with nothing but a config to log in",
  () => {
    let driver: BundledProgram;

    beforeAll(async () => {
      await ensureSubPackage("tests/mcp-conformance");
      driver = await bundleDriver("login-driver.ts");
    }, 600_000);
    afterAll(() => driver.remove());

    it.each(scenarios)(
      "passes auth/%s",
      async (scenario) => {
        expect(await runClientConformance(`auth/${scenario}`, driver)).toBeUndefined();
      },
      120_000,
    );
  },
);

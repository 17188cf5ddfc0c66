/**
 * Our hub as the official conformance runner starts it for `auth/*`: `login-driver.ts <url>`. It has only a config. It
 * opens the sources, logs in as `operations login` does if they require it, and calls every tool once.
 */
import { rmSync } from "node:fs";
import { openLogins, openSources } from "../../src/entries/hub.ts";
import type { HubConfig, HubSources, MCPServerConfig } from "../../src/entries/hub.ts";
import { makeTempFolder } from "../support/temp-folder.ts";

type Context = Readonly<Record<string, string | undefined>>;

const MOST_LOGINS = 4;
const url = process.argv.at(-1) as string;
const context = JSON.parse(process.env["MCP_CONFORMANCE_CONTEXT"] ?? "{}") as Context;
const folder = makeTempFolder("conformance");
const config: HubConfig = {
  mcpServers: { server: { url, healthInterval: 0, ...oauthOf(context) } },
  vault: { folder: "vault" },
};

try {
  let logins = 0;
  while ((await callAll()) && logins++ < MOST_LOGINS) await logIn();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** What an operator would write into the config, from the information given. */
function oauthOf(given: Context): Pick<MCPServerConfig, "oauth"> {
  const { client_id: clientId, client_secret: clientSecret, issuer } = given;
  const { private_key_pem: privateKey, signing_algorithm: algorithm } = given;
  if (clientId === undefined) {
    return { oauth: { clientMetadataUrl: "https://conformance-test.local/client-metadata.json" } };
  }
  const client = {
    clientId,
    ...(clientSecret === undefined ? {} : { clientSecret }),
    ...(issuer === undefined ? {} : { issuer }),
  };
  const { idp_client_id, idp_id_token, idp_token_endpoint } = given;
  if (idp_client_id !== undefined && idp_id_token !== undefined && idp_token_endpoint !== undefined) {
    const identityProvider = { clientId: idp_client_id, idToken: idp_id_token, tokenUrl: idp_token_endpoint };
    return { oauth: { grant: "cross_app_access", ...client, identityProvider } };
  }
  const { valid_jwt: assertion } = given;
  if (assertion !== undefined) return { oauth: { grant: "jwt_bearer", ...client, assertion } };
  if (privateKey !== undefined) {
    return { oauth: { grant: "client_credentials", ...client, privateKey, algorithm: algorithm ?? "ES256" } };
  }
  const isService = given["name"]?.includes("client-credentials") === true;
  return { oauth: { ...client, ...(isService ? { grant: "client_credentials" } : {}) } };
}

/** Returns whether a login is missing. */
async function callAll(): Promise<boolean> {
  const sources: HubSources = await openSources({ config, folder });
  try {
    await sources.ready;
    const [status] = sources.statuses();
    if (status?.error !== undefined) console.error(status.error);
    if (status?.login === "required") return true;
    for (const { namespace, name } of sources.registry.list()) {
      try {
        await sources.registry.execute(`${namespace}.${name}`, {});
      } catch (error) {
        console.error(`${name}: ${String(error)}`);
        if ((error as { code?: unknown }).code === "LOGIN_REQUIRED") return true;
      }
    }
    return false;
  } finally {
    await sources.close({ graceMs: 0 });
  }
}

async function logIn(): Promise<void> {
  const logins = openLogins({ config, folder });
  try {
    await logins.logIn("server", {
      signal: AbortSignal.timeout(60_000),
      // The runner's server asks no person: it redirects immediately.
      show: async (address) => void (await fetch(address)).body?.cancel(),
    });
  } catch (error) {
    console.error(`login: ${String(error)}`);
  } finally {
    await logins.close();
  }
}

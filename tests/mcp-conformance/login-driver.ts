/**
 * Our hub as the official conformance runner meets it in `auth/*`. It has only a config. It opens the sources, logs in as
 * `operations login` does if they require it, and calls every tool once.
 */
import { rmSync } from "node:fs";
import { openLogins, openSources } from "../../src/entries/hub.ts";
import type { HubConfig, MCPServerConfig } from "../../src/entries/hub.ts";
import { makeTempFolder } from "../support/temp-folder.ts";

/** What the runner says about a scenario: the client's id and secret, for example. */
export type ScenarioContext = Readonly<Record<string, string | undefined>>;

interface Hub {
  readonly config: HubConfig;
  readonly folder: string;
  /** Prints for the runner, which shows it when a scenario fails. */
  print(line: string): void;
}

const MOST_LOGINS = 4;

/** Logs in to the server of a scenario and calls its tools. Returns what the hub printed. */
export async function logInAndCall(url: string, context: ScenarioContext): Promise<string> {
  const lines: string[] = [];
  const hub: Hub = {
    config: {
      mcpServers: { server: { url, healthInterval: 0, ...oauthOf(context) } },
      vault: { folder: "vault" },
    },
    folder: makeTempFolder("conformance"),
    print: (line) => void lines.push(line),
  };
  try {
    let logins = 0;
    while ((await callAll(hub)) && logins++ < MOST_LOGINS) await logIn(hub);
  } finally {
    rmSync(hub.folder, { recursive: true, force: true });
  }
  return lines.join("\n");
}

/** What an operator would write into the config, from the information given. */
function oauthOf(given: ScenarioContext): Pick<MCPServerConfig, "oauth"> {
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
async function callAll({ config, folder, print }: Hub): Promise<boolean> {
  const sources = await openSources({ config, folder });
  try {
    await sources.ready;
    const [status] = sources.statuses();
    if (status?.error !== undefined) print(status.error);
    if (status?.login === "required") return true;
    for (const { namespace, name } of sources.registry.list()) {
      try {
        await sources.registry.execute(`${namespace}.${name}`, {});
      } catch (error) {
        print(`${name}: ${String(error)}`);
        if ((error as { code?: unknown }).code === "LOGIN_REQUIRED") return true;
      }
    }
    return false;
  } finally {
    await sources.close({ graceMs: 0 });
  }
}

async function logIn({ config, folder, print }: Hub): Promise<void> {
  const logins = openLogins({ config, folder });
  try {
    await logins.logIn("server", {
      signal: AbortSignal.timeout(60_000),
      // The runner's server asks no person: it redirects immediately.
      show: async (address) => void (await fetch(address)).body?.cancel(),
    });
  } catch (error) {
    print(`login: ${String(error)}`);
  } finally {
    await logins.close();
  }
}

/**
 * A hub whose callers have their own logins, in front of an HTTP API and an MCP server behind one authorization server.
 */
import { rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openLogins, openSources, startHub } from "../../src/entries/hub.ts";
import type { HubConfig, RunningHub } from "../../src/entries/hub.ts";
import { makeTempFolder } from "../support/temp-folder.ts";
import { startAuthProvider } from "./auth-provider.ts";
import type { AuthProvider } from "./auth-provider.ts";
import { startProtectedAPI } from "./protected-api.ts";
import { startProtectedServer } from "./protected-server.ts";
import type { ExtendServer } from "./protected-server.ts";
import { TestBrowser } from "./test-browser.ts";
import type { Page } from "./test-browser.ts";
import { walkLogin } from "./walk-login.ts";

export const KEYS = {
  ada: "the-key-of-ada-0001",
  bob: "the-key-of-bob-0002",
  eve: "the-key-of-eve-0003",
  /** May log in for all callers. */
  operator: "the-key-of-the-operator-0004",
} as const;
export type Caller = keyof typeof KEYS;

export interface CallerWorld {
  readonly provider: AuthProvider;
  readonly hub: RunningHub;
  readonly config: HubConfig;
  readonly folder: string;
  readonly call: (who: Caller, operation: string) => Promise<{ status: number; body: Record<string, unknown> }>;
  /** Acts like a browser that follows the address of a `LOGIN_REQUIRED`. */
  readonly connect: (who: Caller, source: string, user: string, browser?: TestBrowser) => Promise<Page>;
}

export interface CallerWorldOptions {
  /** The lifetime of an access token, in seconds. */
  readonly tokenSeconds?: number;
  readonly explorerFolder?: string;
  /** Default: a folder. */
  readonly vault?: HubConfig["vault"];
  /** Where browsers reach the hub. Default: where it listens. */
  readonly publicUrl?: string;
  /** What the MCP server offers besides `who_am_i`. */
  readonly extend?: ExtendServer;
  /** Writes a lock with the operator's login to the MCP server, and ends that login before the hub starts. */
  readonly isFromLock?: boolean;
  /** Whose login the MCP server gets. Default: `caller`. */
  readonly login?: "shared" | "caller";
}

/** `eve` may call neither source. */
export async function createCallerWorld(
  ends: Array<() => unknown>,
  options: CallerWorldOptions = {},
): Promise<CallerWorld> {
  const {
    tokenSeconds = 60,
    explorerFolder,
    vault = { folder: "vault" },
    extend,
    isFromLock = false,
    publicUrl,
    login = "caller",
  } = options;
  const provider = await startAuthProvider({ tokenSeconds });
  ends.push(() => provider.close());
  const scheme = ({ url }: AuthProvider): object => ({
    type: "openIdConnect",
    openIdConnectUrl: `${url}/.well-known/openid-configuration`,
  });
  const api = await startProtectedAPI(provider, { scheme });
  ends.push(() => api.close());
  const server = await startProtectedServer(provider, { extend });
  ends.push(() => server.close());
  const folder = makeTempFolder("caller-logins");
  ends.push(() => rmSync(folder, { recursive: true, force: true }));
  await writeFile(join(folder, "people.json"), JSON.stringify(api.document));
  const config: HubConfig = {
    openapi: {
      people: {
        document: "people.json",
        baseUrl: api.url,
        login: "caller",
        oauth: { scopes: ["openid", "offline_access"] },
        scopes: ["use"],
      },
    },
    mcpServers: { notes: { url: server.url, login, scopes: ["use"] } },
    vault,
    serve: {
      port: 0,
      ...(publicUrl === undefined ? {} : { publicUrl }),
      keys: [
        { id: "ada", key: KEYS.ada, scopes: ["use"] },
        { id: "bob", key: KEYS.bob, scopes: ["use"] },
        { id: "eve", key: KEYS.eve },
        { id: "operator", key: KEYS.operator, scopes: ["use", "operations:admin"] },
      ],
    },
    log: { level: "silent" },
  };
  const loaded = { config, folder };
  // The operator's own login shows what the MCP server offers.
  const logins = openLogins(loaded);
  await logins.logIn("notes", {
    show: (address) => void walkLogin(address, "operator"),
    signal: AbortSignal.timeout(60_000),
  });
  if (isFromLock) {
    const sources = await openSources(loaded, { forLock: true });
    await sources.ready;
    await writeFile(join(folder, "operations.lock"), await sources.lock.write());
    await sources.close({ graceMs: 0 });
    await logins.logOut("notes", AbortSignal.timeout(60_000));
  }
  await logins.close();
  const hub = await startHub(loaded, { waitForSources: true, stateFolder: folder, explorerFolder });
  ends.push(() => hub.close({ graceMs: 0 }));
  const call: CallerWorld["call"] = async (who, operation) => {
    const headers = { authorization: `Bearer ${KEYS[who]}`, "content-type": "application/json" };
    const path = operation.replace(".", "/");
    const response = await fetch(`${hub.endpoints.http}/${path}`, { method: "POST", headers, body: "{}" });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  return {
    provider,
    hub,
    config,
    folder,
    call,
    async connect(who, source, user, browser = new TestBrowser()) {
      const page = `${publicUrl ?? hub.endpoints.http}/~/login/${source}`;
      await browser.send(page, { key: KEYS[who] });
      return await browser.logIn(await browser.send(page, { action: "connect" }), user);
    },
  };
}

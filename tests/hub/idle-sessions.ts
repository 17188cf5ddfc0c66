/** MCP sessions that fall idle, each with a server process of its own: `npm test` opens a few, `npm run soak` 200. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { startHub } from "../../src/entries/hub.ts";
import { isAlive } from "../support/is-alive.ts";
import { makeTempFolder } from "../support/temp-folder.ts";
import { until } from "../support/until.ts";

export interface OpenSession {
  readonly client: Client;
  close(this: void): Promise<void>;
}

const key = "the-key-of-many-sessions-0123456789";
const openedAtOnce = 10;
const counterProgram = fileURLToPath(new URL("../mcp/servers/raw-stdio-server.js", import.meta.url));

/** Opens an MCP session at a hub. */
export async function connectTo(url: string | undefined, token: string): Promise<OpenSession> {
  const client = new Client({ name: "test", version: "1" });
  const headers = { authorization: `Bearer ${token}` };
  const transport = new StreamableHTTPClientTransport(new URL(url ?? ""), { requestInit: { headers } });
  await client.connect(transport);
  return {
    client,
    async close() {
      await transport.terminateSession().catch(() => undefined);
      await client.close();
    },
  };
}

/** The process that serves a session's tool `counter_pid`. */
export async function pidIn(client: Client): Promise<number> {
  const { content } = await client.callTool({ name: "counter_pid", arguments: {} });
  const [block] = content as Array<{ text: string }>;
  return Number(block?.text);
}

/** Opens sessions, waits until their processes have ended, and uses the first again. Returns what went wrong. */
export async function runIdleSessions(count: number): Promise<string[]> {
  const folder = makeTempFolder("sessions");
  const program = { command: process.execPath, args: [counterProgram] };
  const counter = { ...program, isolation: "session" as const, maxSessions: count, idleMs: 500 };
  const keys = [{ id: "many", key, scopes: ["*"] }];
  const config = { log: { level: "silent" as const }, mcpServers: { counter }, serve: { keys } };
  const hub = await startHub({ config, folder }, { port: 0, stateFolder: join(folder, "state"), waitForSources: true });
  const sessions: OpenSession[] = [];
  const pids = new Set<number>();
  const status = (): { readonly state?: string; readonly running?: number; readonly started?: number } => {
    const source = hub.sources.statuses().find(({ name }) => name === "counter");
    return { ...source?.sessions, ...(source && { state: source.state }) };
  };
  let most = 0;
  const open = async (): Promise<void> => {
    const session = await connectTo(hub.endpoints.mcp, key);
    sessions.push(session);
    pids.add(await pidIn(session.client));
    most = Math.max(most, status().running ?? 0);
  };
  try {
    for (let opened = 0; opened < count; opened += openedAtOnce) {
      await Promise.all(Array.from({ length: Math.min(openedAtOnce, count - opened) }, open));
    }
    await until(() => status().running === 0);
    const { state, started } = status();
    const alive = [...pids].filter(isAlive);
    const again = await pidIn((sessions[0] as OpenSession).client);
    return [
      ...(pids.size === count ? [] : [`${count} sessions had ${pids.size} processes`]),
      ...(most > 1 ? [] : [`at most ${most} of them ran at once`]),
      ...(alive.length === 0 ? [] : [`processes of idle sessions run on: ${alive.join(", ")}`]),
      ...(state === "ready" ? [] : [`the source is ${state}`]),
      ...(started === count ? [] : [`${started} sessions were started`]),
      ...(pids.has(again) ? ["a session that was idle has the process that has ended"] : []),
    ];
  } finally {
    await Promise.all(sessions.map(({ close }) => close()));
    await hub.close({ graceMs: 0 });
    await rm(folder, { recursive: true, force: true });
  }
}

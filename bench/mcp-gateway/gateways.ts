/** The gateways under comparison, each in its own process. */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { KEY } from "../hub/hub-talk.ts";
import { stdioCommand } from "./stdio-command.ts";

/** Which protocol a client speaks: of one revision, or over the HTTP+SSE of 2024-11-05. */
export type Speech = "2026-07-28" | "2025-11-25" | "sse";

export interface Gateway {
  readonly name: string;
  readonly speaks: readonly Speech[];
  /** The name of the tool `report` here. */
  readonly tool: string;
  readonly path: string;
  /** The key, for a gateway that requires one. */
  readonly key?: string;
  /** The arguments of Node that start it. */
  readonly args: (port: number) => readonly string[];
}

const { command, args } = stdioCommand;
const folder = import.meta.dirname;
const program = (name: string): readonly string[] => ["--import", "tsx", join(folder, name)];
const bin = (name: string, path: string): string => join(folder, "node_modules", name, path);

function hubConfig(): string {
  const path = join(mkdtempSync(join(tmpdir(), "mcp-hub-")), "config.json");
  writeFileSync(path, JSON.stringify({ mcpServers: { upstream: { command, args } } }));
  return path;
}

const both = ["2026-07-28", "2025-11-25"] as const;
const common = { tool: "report", path: "/mcp" };

/** The first gateway is the reference for the others. */
export const gateways: readonly Gateway[] = [
  {
    ...common,
    name: "bare bridge on the SDK",
    speaks: both,
    args: (port) => [...program("bare-bridge.ts"), `${port}`],
  },
  {
    ...common,
    name: "this package",
    tool: "upstream_report",
    key: KEY,
    speaks: both,
    args: (port) => [...program("our-hub.ts"), `${port}`],
  },
  {
    ...common,
    name: "mcp-proxy",
    speaks: both,
    args: (port) => [
      bin("mcp-proxy", "dist/bin/mcp-proxy.mjs"),
      "--port",
      `${port}`,
      "--server",
      "stream",
      "--",
      command,
      ...args,
    ],
  },
  {
    ...common,
    name: "supergateway",
    speaks: ["2025-11-25"],
    args: (port) => [
      bin("supergateway", "dist/index.js"),
      "--stdio",
      [command, ...args].join(" "),
      "--outputTransport",
      "streamableHttp",
      "--stateful",
      "--port",
      `${port}`,
      "--logLevel",
      "none",
    ],
  },
  { ...common, name: "fastmcp", speaks: ["2025-11-25"], args: (port) => [...program("fastmcp-bridge.js"), `${port}`] },
  {
    name: "mcp-hub",
    speaks: ["sse"],
    tool: "upstream__report",
    path: "/mcp",
    args: (port) => [bin("mcp-hub", "dist/cli.js"), "--port", `${port}`, "--config", hubConfig()],
  },
];

export interface RunningGateway {
  readonly url: URL;
  /** Processor time of the gateway itself, without the server behind it. Microseconds. */
  cpu(): number;
  stop(): Promise<void>;
}

const START_MS = 60_000;
/** The unit of `/proc`: a hundredth of a second. */
const TICK_MICROS = 10_000;

export async function startGateway(gateway: Gateway): Promise<RunningGateway> {
  const port = await freePort();
  const child = spawn(process.execPath, gateway.args(port), {
    stdio: ["ignore", "ignore", process.env["SHOW_GATEWAYS"] === undefined ? "ignore" : "inherit"],
  });
  const exited = once(child, "exit");
  const url = new URL(`http://127.0.0.1:${port}${gateway.path}`);
  await untilListening(url, child);
  return {
    url,
    cpu: () => cpuOf(child.pid as number),
    async stop() {
      child.kill("SIGTERM");
      const stopped = await Promise.race([exited, sleep(5000, undefined, { ref: false })]);
      if (stopped === undefined) child.kill("SIGKILL");
      await exited;
    },
  };
}

async function untilListening(url: URL, child: ChildProcess): Promise<void> {
  const end = Date.now() + START_MS;
  while (Date.now() < end) {
    if (child.exitCode !== null)
      throw new Error(`the gateway has ended (${child.exitCode}): ${child.spawnargs.join(" ")}`);
    const isThere = await fetch(new URL("/", url)).then(
      () => true,
      () => false,
    );
    if (isThere) return;
    await sleep(100);
  }
  throw new Error(`no gateway answers at ${url}`);
}

function cpuOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MICROS;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

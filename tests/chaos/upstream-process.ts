/** The process that does the work, how a hub's config names it, and how it breaks. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { HubConfig } from "../../src/entries/hub.ts";
import { bundleProgram } from "../support/bundle-program.ts";
import type { SeededRandom } from "../support/seeded-random.ts";
import { startServerProgram } from "../support/server-program.ts";
import { startTcpProxy, type TcpProxy } from "../support/tcp-proxy.ts";

export const upstreamSources = ["openapi", "mcp", "stdio"] as const;
export type UpstreamSource = (typeof upstreamSources)[number];

/** Ends early if the signal aborts. Whatever it stops or holds continues when it resolves. */
export type UpstreamFault = (over: AbortSignal) => Promise<void> | void;

export interface UpstreamProcess {
  /** The upstream as a source with the name `up`. */
  readonly config: HubConfig;
  readonly faults: readonly UpstreamFault[];
  close(): Promise<void>;
}

export interface UpstreamProcessOptions {
  readonly source: UpstreamSource;
  readonly folder: string;
  readonly ranLog: string;
  readonly random: SeededRandom;
  /**
   * The pause between two deaths of a stdio server: after several deaths in a row, a hub waits long before it restarts
   * the server.
   */
  readonly msBetweenDeaths: number;
}

/** An upstream sends no heartbeats, so a call may take as long as a fault lasts. */
export const longestFaultMs = 700;

export async function startUpstream(options: UpstreamProcessOptions): Promise<UpstreamProcess> {
  return options.source === "stdio" ? await prepareStdio(options) : await startServer(options);
}

async function startServer({ source, ranLog, random }: UpstreamProcessOptions): Promise<UpstreamProcess> {
  const server = await startServerProgram(programOf("upstream-program.ts"), { ranLog });
  const proxy = await startTcpProxy(server.port);
  const origin = `http://127.0.0.1:${proxy.port}`;
  const document = `${origin}/openapi.json`;
  return {
    config:
      source === "openapi"
        ? { openapi: { up: { document, baseUrl: origin, allowPrivateNetwork: true } } }
        : { mcpServers: { up: { url: `${origin}/mcp` } } },
    faults: [
      ...connectionFaults(proxy, random),
      async () => {
        server.process.stop();
        await hold(random);
        server.process.continue();
      },
      () => server.restart(),
    ],
    async close() {
      await proxy.close();
      await server.stop();
    },
  };
}

/** The client starts this server itself, and starts it again. */
async function prepareStdio(options: UpstreamProcessOptions): Promise<UpstreamProcess> {
  const { folder, ranLog, random, msBetweenDeaths } = options;
  const program = await bundleProgram(programOf("stdio-upstream-program.ts"));
  const pidFile = join(folder, "pid");
  const args = [program.path, JSON.stringify({ pidFile, ranLog })];
  const signal = (name: NodeJS.Signals): void => {
    const pid = Number(readFileSync(pidFile, "utf8"));
    // The last process may have ended, and another program may have its id. 0 would be this process and its group.
    if (!(pid > 1) || !commandLineOf(pid).includes(pidFile)) return;
    try {
      process.kill(pid, name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  };
  let lastDeath = -Infinity;
  const end = (name: "SIGKILL" | "SIGTERM"): void => {
    if (performance.now() - lastDeath < msBetweenDeaths) return signal("SIGCONT");
    lastDeath = performance.now();
    signal(name);
  };
  return {
    config: { mcpServers: { up: { command: process.execPath, args } } },
    faults: [
      () => end("SIGKILL"),
      () => end("SIGTERM"),
      () => signal("SIGUSR2"),
      async () => {
        signal("SIGSTOP");
        await hold(random);
        signal("SIGCONT");
      },
      // Slow: it runs for a tenth of the time.
      async (over) => {
        for (let round = 0; round < 20 && !over.aborted; round++) {
          signal("SIGSTOP");
          await sleep(45);
          signal("SIGCONT");
          await sleep(5);
        }
      },
      // Stopped, then killed: it never reads what was sent to it meanwhile.
      async () => {
        signal("SIGSTOP");
        await hold(random);
        end("SIGKILL");
      },
    ],
    close: () => Promise.resolve(program.remove()),
  };
}

function commandLineOf(pid: number): string {
  try {
    return execFileSync("ps", ["-o", "args=", "-p", String(pid)], { encoding: "utf8" });
  } catch {
    return "";
  }
}

/** A connection that is cut, held, refused, or cut in the middle of a message. */
export function connectionFaults(proxy: TcpProxy, random: SeededRandom): UpstreamFault[] {
  return [
    () => proxy.cut(),
    async () => {
      proxy.pause(random.pick(["up", "down", "both"]));
      await hold(random);
      proxy.resume();
    },
    async () => {
      await proxy.refuse(true);
      proxy.cut();
      await hold(random);
      await proxy.refuse(false);
    },
    async (over) => void (await proxy.cutAfter(random.pick(["up", "down"]), random.between(1, 3_000), over)),
  ];
}

async function hold(random: SeededRandom): Promise<void> {
  await sleep(random.between(20, longestFaultMs));
}

export function programOf(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

/** Calls of operations whose work an upstream does, while the upstream and the connections to it break. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createMCPClient } from "../../src/entries/from-mcp.ts";
import { FromOpenAPI, OperationRegistry, subscribe, unwrap } from "../../src/entries/index.ts";
import { endWithParent } from "../support/end-with-parent.ts";
import { readRanLog } from "../support/ran-log.ts";
import type { SeededRandom } from "../support/seeded-random.ts";
import { createSeededRandom } from "../support/seeded-random.ts";
import { startServerProgram, type ServerProgram } from "../support/server-program.ts";
import { watchStalls } from "../support/stall-meter.ts";
import { startTcpProxy, type TcpProxy } from "../support/tcp-proxy.ts";
import { makeTempFolder } from "../support/temp-folder.ts";
import { planCall } from "./call-plan.ts";
import type { CallPlan, CallReport } from "./call-report.ts";
import { makeCall, type ChaosAnswer, type ChaosClient } from "./make-call.ts";
import { describeEnds } from "./run-chaos.ts";
import { judge, type ProcessStall } from "./verdict.ts";

export const upstreamKinds = ["openapi", "mcp"] as const;
export type UpstreamKind = (typeof upstreamKinds)[number];

export interface UpstreamOptions {
  readonly kind: UpstreamKind;
  readonly seed: number;
  readonly lanes: number;
  /** How long calls are made, unless `calls` says how many. */
  readonly ms?: number;
  readonly calls?: number;
  readonly print?: (line: string) => void;
}

export interface UpstreamResult {
  readonly problems: readonly string[];
  readonly calls: number;
  readonly faults: number;
}

const program = fileURLToPath(new URL("upstream-program.ts", import.meta.url));

/** An upstream gives no signs of life, so that a call may take as long as a fault lasts. */
const longestFaultMs = 700;
const slackMs = 20_000;

/** Makes the calls, and judges each by the upstream's log of runs. */
export async function runUpstream(options: UpstreamOptions): Promise<UpstreamResult> {
  const folder = makeTempFolder("upstream");
  const releaseFolder = endWithParent({ folder });
  const ranLog = join(folder, "ran.log");
  const server = await startServerProgram(program, { ranLog });
  const proxy = await startTcpProxy(server.port);
  const stalls: ProcessStall[] = [];
  const stopWatch = watchStalls((stall) => stalls.push({ ...stall, of: "runner" }));
  const over = new AbortController();
  let client: (ChaosClient & { close(): Promise<void> }) | undefined;
  try {
    client = await connect(options.kind, proxy.port);
    const reports: CallReport[] = [];
    const trouble = makeTrouble({ server, proxy, random: createSeededRandom(options.seed + 1), over: over.signal });
    await runCalls(client, options, (report) => reports.push(report));
    over.abort();
    const faults = await trouble;
    // A request that a proxy or a stopped process held may still start.
    await sleep(longestFaultMs);
    const runs = readRanLog(ranLog);
    options.print?.(`${options.kind}: ${describeEnds(reports)}`);
    const problems = judge({ reports, runs, deaths: [], heartbeatMs: 0, slackMs, stalls });
    return { problems, calls: reports.length, faults };
  } finally {
    over.abort();
    stopWatch();
    await client?.close();
    await proxy.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
    releaseFolder();
  }
}

async function runCalls(client: ChaosClient, options: UpstreamOptions, onReport: (report: CallReport) => void) {
  const { seed, calls = Infinity, ms = Infinity } = options;
  const random = createSeededRandom(seed);
  const end = calls === Infinity ? Date.now() + ms : Infinity;
  let begun = 0;
  const lane = async (): Promise<void> => {
    while (begun < calls && Date.now() < end) {
      const report = await makeCall(client, "runner", planFor(options.kind, `${options.kind}-${begun++}`, random));
      onReport(report);
      if (report.phase === "notStarted") await sleep(20);
    }
  };
  await Promise.all(Array.from({ length: options.lanes }, lane));
}

/** More calls are short of time than on a bus: a deadline while a request hangs is what tells true phases from guesses. */
function planFor(kind: UpstreamKind, key: string, random: SeededRandom): CallPlan {
  const plan = planCall(key, random);
  const short = random.chance(0.2) ? { deadlineMs: random.between(1, 60) } : {};
  // MCP has no streams.
  const isStream = plan.kind === "SUBSCRIPTION" && kind === "mcp";
  return { ...plan, ...short, ...(isStream && { kind: "MUTATION", items: 0 }) };
}

interface Trouble {
  readonly server: ServerProgram;
  readonly proxy: TcpProxy;
  readonly random: SeededRandom;
  readonly over: AbortSignal;
}

async function makeTrouble({ server, proxy, random, over }: Trouble): Promise<number> {
  const hold = (): Promise<void> => sleep(random.between(20, longestFaultMs));
  const faults: Array<() => Promise<void> | void> = [
    () => proxy.cut(),
    async () => {
      proxy.pause(random.pick(["up", "down", "both"]));
      await hold();
      proxy.resume();
    },
    async () => {
      await proxy.refuse(true);
      proxy.cut();
      await hold();
      await proxy.refuse(false);
    },
    async () => void (await proxy.cutAfter(random.pick(["up", "down"]), random.between(1, 3_000), over)),
    async () => {
      server.process.stop();
      await hold();
      server.process.continue();
    },
    () => server.restart(),
  ];
  let count = 0;
  while (!over.aborted) {
    await random.pick(faults)();
    count++;
    await sleep(random.between(100, 2_000));
  }
  return count;
}

async function connect(kind: UpstreamKind, port: number): Promise<ChaosClient & { close(): Promise<void> }> {
  const origin = `http://127.0.0.1:${port}`;
  const registry = new OperationRegistry();
  let close = async (): Promise<void> => undefined;
  if (kind === "openapi") {
    const document = (await (await fetch(`${origin}/openapi.json`)).json()) as Parameters<typeof FromOpenAPI>[0];
    registry.registerAll(FromOpenAPI(document, { namespace: "up", baseUrl: origin }));
  } else {
    const client = await createMCPClient("up", { url: `${origin}/mcp` });
    close = async () => await client.close();
    registry.registerAll(client.operations);
  }
  const find = (word: string): string =>
    registry
      .list()
      .map(({ namespace, name }) => `${namespace}.${name}`)
      .find((id) => id.includes(word)) ?? word;
  const ids = { QUERY: find("look"), MUTATION: find("change"), SUBSCRIPTION: find("count") };
  const toInput = ({ key, handlerMs, items }: CallPlan): object => ({ key, handlerMs, items });
  return {
    close,
    async call(plan, context) {
      return unwrap(await registry.execute<unknown, ChaosAnswer>(ids[plan.kind], toInput(plan), context));
    },
    stream(plan, context) {
      const items = subscribe<ChaosAnswer>(registry, ids[plan.kind], toInput(plan), context);
      return {
        async next() {
          const item = await items.next();
          return item.done === true ? item : { value: item.value.data };
        },
        async return() {
          await items.return();
          return { done: true, value: undefined };
        },
      };
    },
  };
}

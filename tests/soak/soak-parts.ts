/** The parts of `npm run soak`. Each returns what went wrong. */
import { rmSync } from "node:fs";
import { ensureBuilt } from "../../scripts/ensure-built.ts";
import { loadInterfaces } from "../../bench/hub/load-interfaces.ts";
import { runLoad } from "../../bench/hub/load.ts";
import type { Attack } from "../attacks/attack.ts";
import { configAttack } from "../attacks/config-attack.ts";
import { noCredentialsAttacks } from "../attacks/no-credentials-attack.ts";
import { websocketAttack } from "../attacks/websocket-attack.ts";
import { runChaos } from "../chaos/run-chaos.ts";
import { nameOfPath, runUpstream, upstreamPaths, type UpstreamResult } from "../chaos/upstream-stage.ts";
import { runIdleSessions } from "../hub/idle-sessions.ts";
import { runHubs } from "../logins/run-hubs.ts";
import { startBroker } from "../support/broker-servers.ts";
import type { BrokerKind } from "../support/broker-servers.ts";
import { makeTempFolder } from "../support/temp-folder.ts";
import type { StoreAddress } from "../vault/open-store.ts";
import { runRefreshers } from "../vault/run-refreshers.ts";

export interface SoakOptions {
  /** For each part. */
  readonly ms: number;
  readonly seed: number;
  /** Chaos ends after this many calls instead. */
  readonly calls?: number;
  readonly brokers: readonly BrokerKind[];
  readonly print: (line: string) => void;
}

type SoakPart = (options: SoakOptions) => Promise<string[]>;

const progressMs = 10_000;

export const soakParts: Readonly<Record<string, SoakPart>> = {
  chaos,
  fuzz: (options) => runAttacks([configAttack, websocketAttack], options),
  attacks: (options) => runAttacks(noCredentialsAttacks, options),
  load,
  logins,
  sessions,
};

/** Calls over each broker, through a hub and to upstreams, while all of them and the connections break. */
async function chaos({ brokers, ms, calls, seed, print }: SoakOptions): Promise<string[]> {
  const problems: string[] = [];
  const meetings = [...brokers, "hub"] as const;
  const parts = meetings.length + upstreamPaths.length;
  const share = { ms: ms / parts, ...(calls !== undefined && { calls: Math.ceil(calls / parts) }) };
  const tell = (name: string, result: UpstreamResult): void => {
    print(`${name}: ${result.calls} calls, ${result.faults} faults`);
    problems.push(...result.problems.map((problem) => `${name}: ${problem}`));
  };
  for (const meeting of meetings) tell(meeting, await runChaos({ meeting, seed, print, ...share }));
  for (const path of upstreamPaths) {
    tell(nameOfPath(path), await runUpstream({ path, seed, lanes: 32, print, ...share }));
  }
  return problems;
}

async function runAttacks(attacks: readonly Attack[], { ms, seed, print }: SoakOptions): Promise<string[]> {
  const share = ms / attacks.flatMap(({ sentences }) => sentences).length;
  const problems: string[] = [];
  for (const attack of attacks) {
    const opened = await attack.open();
    try {
      for (const sentence of attack.sentences) {
        const name = `when ${attack.when}: ${sentence}`;
        let runs = 0;
        const say = (): void => print(`${runs.toLocaleString("en")} runs, ${name}`);
        const progress = setInterval(say, progressMs);
        const failure = await opened.failureOf(sentence, { ms: share, seed, onRun: () => runs++ });
        clearInterval(progress);
        say();
        if (failure !== undefined) problems.push(`${name}\n${failure}`);
      }
      await opened.control();
    } finally {
      await opened.close();
    }
  }
  return problems;
}

/** A steady load on a hub over each interface, its memory, and its shutdown while calls are in flight. */
async function load({ ms, print }: SoakOptions): Promise<string[]> {
  await ensureBuilt();
  const problems: string[] = [];
  for (const chosen of loadInterfaces) {
    const seconds = Math.ceil(ms / 1000 / loadInterfaces.length);
    // A rate that a busy machine can keep: a backlog would say nothing about the hub.
    const found = await runLoad(chosen, { seconds, callsPerSecond: 1000, print });
    problems.push(...found.map((problem) => `${chosen.name}: ${problem}`));
  }
  return problems;
}

/**
 * Fifty processes on one vault, and fifty that call two hubs, with tokens that live 2 s and single-use refresh tokens.
 */
async function logins({ ms, brokers, print }: SoakOptions): Promise<string[]> {
  const folder = makeTempFolder("logins");
  const broker = brokers.includes("redis") ? await startBroker("redis") : undefined;
  const places: Array<[string, StoreAddress]> = [["a folder", { folder }]];
  if (broker !== undefined) places.push(["Redis", { url: broker.url, prefix: "soak" }]);
  const parts = places.length + (broker === undefined ? 0 : 1);
  try {
    const problems: string[] = [];
    for (const [name, place] of places) {
      const load = { processes: 50, ms: ms / parts, pauseMs: 200 };
      const report = await runRefreshers({ place, ...load });
      print(
        `${name}: ${report.calls} calls of ${load.processes} processes (${report.late} failed on a machine too slow), ${report.refreshes} refreshes`,
      );
      problems.push(...report.problems.map((problem) => `${name}: ${problem}`));
    }
    if (broker !== undefined) {
      const redis = { url: broker.url, prefix: "soak-hubs" };
      const load = { clients: 50, ms: ms / parts, pauseMs: 1000 };
      const report = await runHubs({ redis, ...load });
      print(
        `two hubs: ${report.calls} calls of ${load.clients} processes (${report.late} failed on a machine too slow), ${report.refreshes} refreshes`,
      );
      problems.push(...report.problems.map((problem) => `two hubs: ${problem}`));
    }
    return problems;
  } finally {
    await broker?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** 200 MCP sessions at a hub, each with a process of its own that ends when the session is idle. */
async function sessions({ ms, print }: SoakOptions): Promise<string[]> {
  const end = Date.now() + ms;
  const problems: string[] = [];
  let rounds = 0;
  do {
    problems.push(...(await runIdleSessions(200)));
    rounds++;
  } while (Date.now() < end && problems.length === 0);
  print(`${rounds * 200} sessions`);
  return problems;
}

/**
 * The hop of an MCP client through a gateway to a stdio server: `npm run bench -- mcp-gateway`, or
 * `tsx bench/mcp-gateway.ts [--rounds 15] [--era 2026-07-28|2025-11-25] [name of a gateway, …]`. Gateways take turns in short
 * rounds. It prints calls per second and the gateway's processor time per call, which says more on a shared machine.
 */
import { parseArgs } from "node:util";
import { ensureBuilt } from "../scripts/ensure-built.ts";
import { ensureSubPackage } from "../scripts/sub-package.ts";
import { median, ratiosOf } from "./median.ts";
import { recordRatio } from "./record-ratio.ts";
import type { Gateway, RunningGateway, Speech } from "./mcp-gateway/gateways.ts";
import type { CallSession } from "./mcp-gateway/sessions.ts";

const { values, positionals } = parseArgs({
  options: { rounds: { type: "string", default: "15" }, era: { type: "string" } },
  allowPositionals: true,
});
const rounds = Number(values.rounds);
const connections = 50;
const roundMs = 500;
const warmUpRounds = 6;

await ensureSubPackage("bench/mcp-gateway");
await ensureBuilt();
const { gateways, startGateway } = await import("./mcp-gateway/gateways.ts");
const { openSession } = await import("./mcp-gateway/sessions.ts");

interface Entrant {
  readonly name: string;
  readonly running: RunningGateway;
  readonly session: CallSession;
  readonly callsPerSecond: number[];
  readonly cpuPerCall: number[];
}

const chosen = gateways.filter(
  ({ name }, index) => index === 0 || positionals.length === 0 || positionals.includes(name),
);
for (const era of ["2025-11-25", "2026-07-28"] as const) {
  if (values.era === undefined || values.era === era) await compare(era);
}

async function compare(era: Speech): Promise<void> {
  const entrants: Entrant[] = [];
  try {
    await contest(era, entrants);
  } finally {
    for (const { session, running } of entrants) {
      session.close();
      await running.stop();
    }
  }
}

async function contest(era: Speech, entrants: Entrant[]): Promise<void> {
  for (const gateway of chosen) {
    const speech = gateway.speaks.includes(era) ? era : era === "2025-11-25" ? gateway.speaks[0] : undefined;
    if (speech !== undefined) entrants.push(await enter(gateway, speech, era));
  }
  for (let round = -warmUpRounds; round < rounds; round++) {
    // Each round begins with a different gateway.
    const first = (round + warmUpRounds) % entrants.length;
    for (const entrant of [...entrants.slice(first), ...entrants.slice(0, first)])
      await measureRound(entrant, round >= 0);
  }
  print(era, entrants);
}

async function enter(gateway: Gateway, speech: Speech, era: Speech): Promise<Entrant> {
  const running = await startGateway(gateway);
  const session = await openSession(speech, { gateway, url: running.url, connections }).catch(
    async (error: unknown) => {
      await running.stop();
      throw error;
    },
  );
  const name = speech === era ? gateway.name : `${gateway.name} (${speech})`;
  return { name, running, session, callsPerSecond: [], cpuPerCall: [] };
}

async function measureRound({ name, running, session, callsPerSecond, cpuPerCall }: Entrant, counts: boolean) {
  await session.connect();
  const before = running.cpu();
  const start = performance.now();
  const end = start + roundMs;
  let calls = 0;
  const work = async (connection: number): Promise<void> => {
    while (performance.now() < end) {
      const amount = calls++;
      const text = await session.call(connection, { item: "screws", amount });
      if (!text.includes(`screws: ${amount}. a line`)) throw new Error(`${name} answered: ${text}`);
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, connection) => work(connection)));
  const seconds = (performance.now() - start) / 1000;
  session.disconnect();
  if (!counts) return;
  callsPerSecond.push(calls / seconds);
  cpuPerCall.push((running.cpu() - before) / calls);
}

function print(era: Speech, entrants: readonly Entrant[]): void {
  const [floor] = entrants;
  if (floor === undefined) return;
  const width = Math.max(...entrants.map(({ name }) => name.length));
  console.log(
    `\nMCP ${era} through a gateway to a stdio server, 2 kB: ${rounds} rounds in turns, ${connections} connections`,
  );
  console.log(`  ${"".padEnd(width)}  ${"calls per second".padStart(18)}  ${"processor time per call".padStart(24)}`);
  for (const { name, callsPerSecond, cpuPerCall } of entrants) {
    const rate = `${Math.round(median(callsPerSecond)).toLocaleString("en")} ${ratio(callsPerSecond, floor.callsPerSecond)}`;
    const cpu = `${median(cpuPerCall).toFixed(0)} us ${ratio(cpuPerCall, floor.cpuPerCall)}`;
    console.log(`  ${name.padEnd(width)}  ${rate.padStart(18)}  ${cpu.padStart(24)}`);
    if (name !== "this package") continue;
    recordRatio(`MCP ${era} gateway: calls per second`, "higher", ratiosOf(callsPerSecond, floor.callsPerSecond));
    recordRatio(`MCP ${era} gateway: processor time per call`, "lower", ratiosOf(cpuPerCall, floor.cpuPerCall));
  }
  console.log(`  ratios are to the ${floor.name}: medians of each round's`);
}

function ratio(own: readonly number[], floor: readonly number[]): string {
  return `${median(ratiosOf(own, floor)).toFixed(2)}x`;
}

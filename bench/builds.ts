/**
 * Compares a served call of this build with that of another, such as the one before a change:
 * `tsx bench/builds.ts --old <its dist> [--rounds 12] [name of a way, …]`.
 *
 * Two processes of the same program differ by some percent, depending on what the compiler made of it. So each build runs
 * twice, all four take turns in short rounds, and the two of the old build against each other show the spread.
 */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { ensureBuilt } from "../scripts/ensure-built.ts";
import { root } from "../scripts/run-command.ts";
import { CONNECTIONS, routes } from "./builds/routes.ts";
import type { Route } from "./builds/routes.ts";
import { startServer } from "./hub/child.ts";
import type { ServerProcess } from "./hub/child.ts";
import type { HubStart } from "./hub/hub-talk.ts";
import { median, quantile, ratiosOf } from "./median.ts";
import { orders } from "./small-operation.ts";
import type { Order } from "./small-operation.ts";

const callsPerRound = 1000;
/** The calls before measuring, so that the compilers have finished. */
const WARM_UP = 5000;

const { values, positionals } = parseArgs({
  options: { old: { type: "string" }, rounds: { type: "string", default: "12" } },
  allowPositionals: true,
});
const rounds = Number(values.rounds);

interface Entrant {
  readonly isOld: boolean;
  readonly server: ServerProcess<HubStart>;
  readonly cpuPerCall: number[];
}

if (values.old === undefined) throw new Error("--old <dist of another build> is missing");
await ensureBuilt();
const builds = [resolve(values.old), resolve(root, "dist")];
console.log(
  `processor time per call, new over old: ${rounds} rounds in turns, ${CONNECTIONS} connections, two processes each`,
);
for (const route of routes) {
  if (positionals.length > 0 && !positionals.includes(route.name)) continue;
  await compare(route);
}

async function compare(route: Route): Promise<void> {
  const api = await startServer<{ url: string }>("../gateway/api-server.ts", []);
  const entrants: Entrant[] = [];
  try {
    for (const dist of [...builds, ...builds]) {
      const server = await startServer<HubStart>("../builds/hub.ts", [dist, api.start.url]);
      entrants.push({ isOld: dist === builds[0], server, cpuPerCall: [] });
    }
    for (const entrant of entrants) await makeCalls(route, entrant, WARM_UP);
    for (let round = 0; round < rounds; round++) {
      // Each round begins with a different process.
      const first = round % entrants.length;
      for (const entrant of [...entrants.slice(first), ...entrants.slice(0, first)])
        entrant.cpuPerCall.push(await makeCalls(route, entrant, callsPerRound));
    }
    print(route, entrants);
  } finally {
    for (const { server } of [...entrants, { server: api }]) {
      server.kill("SIGTERM");
      await server.exited;
    }
  }
}

/** Resolves with the processor time of the hub per call, in microseconds. */
async function makeCalls(route: Route, { server }: Entrant, count: number): Promise<number> {
  const open = await route.open(server.start);
  const before = await cpuOf(server);
  let calls = 0;
  const work = async (connection: number): Promise<void> => {
    while (calls < count) await open.call(connection, orders[calls++ % orders.length] as Order);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, connection) => work(connection)));
  const used = (await cpuOf(server)) - before;
  open.close();
  return used / calls;
}

async function cpuOf(server: ServerProcess<unknown>): Promise<number> {
  return (await server.ask<{ cpuMicros: number }>("cpu")).cpuMicros;
}

function print({ name }: Route, entrants: readonly Entrant[]): void {
  const old = entrants.filter(({ isOld }) => isOld).map(({ cpuPerCall }) => cpuPerCall);
  const current = entrants.filter(({ isOld }) => !isOld).map(({ cpuPerCall }) => cpuPerCall);
  const [oldOne = [], oldTwo = []] = old;
  const ratios = current.flatMap((own, index) => ratiosOf(own, old[index] ?? []));
  const spread = ratiosOf(oldTwo, oldOne);
  const half = `${quantile(ratios, 0.25).toFixed(2)} to ${quantile(ratios, 0.75).toFixed(2)}`;
  const ofOld = `${median(spread).toFixed(3)} (${quantile(spread, 0.25).toFixed(2)} to ${quantile(spread, 0.75).toFixed(2)})`;
  const times = `${median(old.flat()).toFixed(1)} -> ${median(current.flat()).toFixed(1)} us`;
  console.log(
    `  ${name.padEnd(20)} ${times.padStart(20)}  ${median(ratios).toFixed(3)}x (${half}); old over old ${ofOld}`,
  );
}

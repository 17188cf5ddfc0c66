/**
 * `npm run soak` runs the long versions of the tests that `npm test` runs a slice of.
 *
 *     npm run soak                                          all parts: 75,000 calls of chaos, 5 minutes of each other
 *     npm run soak -- chaos --minutes 60                    one part: chaos, fuzz, attacks, load, logins or sessions
 *     npm run soak -- chaos --calls 100000 --broker nats
 *     npm run soak -- fuzz attacks --seed 42
 *
 * The same seed gives the same calls, faults and input. Their timing depends on the machine.
 */
import { parseArgs } from "node:util";
import { provideNeeds } from "../../scripts/test-needs.ts";
import type { BrokerKind } from "../support/broker-servers.ts";
import { announceSeed } from "../support/seeded-random.ts";
import { soakParts } from "./soak-parts.ts";
import type { SoakOptions } from "./soak-parts.ts";

const { values, positionals } = parseArgs({
  options: {
    minutes: { type: "string" },
    calls: { type: "string" },
    seed: { type: "string" },
    broker: { type: "string", default: "both" },
  },
  allowPositionals: true,
});
const shownProblems = 30;
const defaultMinutes = "5";
/** Of chaos. */
const defaultCalls = "75000";

process.exitCode = await main();

async function main(): Promise<number> {
  const unknown = positionals.filter((name) => !Object.hasOwn(soakParts, name));
  if (unknown.length > 0) {
    console.error(`no such part: ${unknown.join(", ")} (there are: ${Object.keys(soakParts).join(", ")})`);
    return 2;
  }
  const chosen = positionals.length > 0 ? positionals : Object.keys(soakParts);
  const brokers = chosen.some((name) => name === "chaos" || name === "logins") ? await availableBrokers() : [];
  const calls = values.calls ?? (values.minutes === undefined ? defaultCalls : undefined);
  const options: SoakOptions = {
    ms: readNumber("minutes", values.minutes ?? defaultMinutes) * 60_000,
    seed: announceSeed(values.seed === undefined ? undefined : readNumber("seed", values.seed)),
    ...(calls !== undefined && { calls: readNumber("calls", calls) }),
    brokers,
    print: console.log,
  };
  let failed = 0;
  for (const name of chosen) if (!(await passes(name, options))) failed++;
  console.log(
    failed === 0 ? `✔ nothing wrong; seed ${options.seed}` : `✘ ${failed} parts failed; seed ${options.seed}`,
  );
  return failed === 0 ? 0 : 1;
}

async function passes(name: string, options: SoakOptions): Promise<boolean> {
  console.log(`\n▶ ${name}`);
  const started = Date.now();
  const problems = await (soakParts[name]?.(options) ?? []);
  for (const problem of problems.slice(0, shownProblems)) console.error(`✘ ${problem}`);
  const seconds = Math.round((Date.now() - started) / 1000);
  console.log(
    problems.length === 0 ? `✔ ${name}, ${seconds} s` : `✘ ${name}: ${problems.length} problems, ${seconds} s`,
  );
  return problems.length === 0;
}

/** Finds or installs the brokers, as the tests do. A missing broker is an error if it was requested by name. */
async function availableBrokers(): Promise<BrokerKind[]> {
  const asked = readBrokers(values.broker);
  const { env, missing } = await provideNeeds(["soak"]);
  Object.assign(process.env, env);
  for (const line of missing) console.error(`missing ${line}`);
  const found = asked.filter((broker) => !missing.some((line) => line.startsWith(`${broker}:`)));
  const mayLeaveOut = values.broker === "both" && process.env["CI"] !== "true" && found.length > 0;
  if (found.length < asked.length && !mayLeaveOut) throw new Error("chaos needs its brokers");
  return found;
}

function readNumber(name: string, text: string): number {
  const number = Number(text);
  if (!Number.isFinite(number) || number < 0) throw new Error(`--${name} takes a number, not ${text}`);
  return number;
}

function readBrokers(text: string): BrokerKind[] {
  if (text === "both") return ["redis", "nats"];
  if (text === "redis" || text === "nats") return [text];
  throw new Error(`--broker takes redis, nats or both, not ${text}`);
}

/**
 * `npm run chaos`: at least 100,000 calls under random faults, half of them on each broker.
 *
 *     npm run chaos -- --seed 42 --calls 20000 --broker nats
 *
 * The seed gives the same calls and the same faults again; when they meet is up to the machine.
 */
import { parseArgs } from "node:util";
import type { BrokerKind } from "../support/broker-servers.ts";
import { announceSeed } from "../support/seeded-random.ts";
import { runChaos } from "./run-chaos.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    calls: { type: "string", default: "100000" },
    broker: { type: "string", default: "both" },
  },
});

process.exitCode = await main();

async function main(): Promise<number> {
  const seed = announceSeed(values.seed === undefined ? undefined : readNumber("seed", values.seed));
  const brokers = readBrokers(values.broker);
  const calls = Math.ceil(readNumber("calls", values.calls) / brokers.length);
  let problems = 0;
  for (const broker of brokers) {
    const started = Date.now();
    const result = await runChaos({ broker, seed, calls, print: console.log });
    const seconds = Math.round((Date.now() - started) / 1_000);
    console.log(`${broker}: ${result.calls} calls, ${result.faults} faults, ${seconds} s`);
    for (const problem of result.problems.slice(0, 30)) console.error(`✘ ${problem}`);
    problems += result.problems.length;
  }
  console.log(problems === 0 ? `✔ nothing wrong; seed ${seed}` : `✘ ${problems} problems; seed ${seed}`);
  return problems === 0 ? 0 : 1;
}

function readNumber(name: string, text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 0) throw new Error(`--${name} takes a whole number, not ${text}`);
  return number;
}

function readBrokers(text: string): BrokerKind[] {
  if (text === "both") return ["redis", "nats"];
  if (text === "redis" || text === "nats") return [text];
  throw new Error(`--broker takes redis, nats or both, not ${text}`);
}

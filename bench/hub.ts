/**
 * A hub under load, and its HTTP beside that of others: `npm run bench -- hub`, or
 * `tsx bench/hub.ts [--seconds 60] [--rounds 15] [load|throughput]`.
 */
import { parseArgs } from "node:util";
import { ensureSubPackage } from "../scripts/sub-package.ts";
import { ensureBuilt } from "./ensure-built.ts";

const { values, positionals } = parseArgs({
  options: { seconds: { type: "string", default: "60" }, rounds: { type: "string", default: "15" } },
  allowPositionals: true,
});
const [only] = positionals;

await ensureSubPackage("bench/hub");
await ensureBuilt();
if (only !== "throughput") {
  const { runLoad } = await import("./hub/load.ts");
  await runLoad(Number(values.seconds));
}
if (only !== "load") {
  const { compareThroughput } = await import("./hub/throughput.ts");
  await compareThroughput(Number(values.rounds));
}

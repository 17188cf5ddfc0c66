/**
 * Puts a hub under load, and compares its HTTP server with others: `npm run bench -- hub`, or `tsx bench/hub.ts
 * [--seconds 60] [--rounds 15] [http|websocket|throughput|guards]`.
 */
import { parseArgs } from "node:util";
import { ensureSubPackage } from "../scripts/sub-package.ts";
import { ensureBuilt } from "../scripts/ensure-built.ts";

const { values, positionals } = parseArgs({
  options: { seconds: { type: "string", default: "60" }, rounds: { type: "string", default: "15" } },
  allowPositionals: true,
});
const [only] = positionals;

await ensureSubPackage("bench/hub");
await ensureBuilt();
const { loadInterfaces } = await import("./hub/load-interfaces.ts");
const names = [...loadInterfaces.map(({ name }) => name.toLowerCase()), "throughput", "guards"];
if (only !== undefined && !names.includes(only))
  throw new Error(`no such part: ${only} (there are: ${names.join(", ")})`);
const { runLoad } = await import("./hub/load.ts");
for (const chosen of loadInterfaces) {
  if (only !== undefined && only !== chosen.name.toLowerCase()) continue;
  for (const problem of await runLoad(chosen, { seconds: Number(values.seconds) })) {
    console.error(`  FAILED: ${problem}`);
    process.exitCode = 1;
  }
}
if (only === undefined || only === "throughput") {
  const { compareThroughput } = await import("./hub/throughput.ts");
  await compareThroughput(Number(values.rounds));
}
if (only === undefined || only === "guards") {
  const { compareHops } = await import("./hub/guarded-hop.ts");
  await compareHops(Number(values.rounds));
}

/**
 * `npm run attack`: attacks a hub that has 1 GB, on loopback, and prints for each attack how much memory it took above
 * idle, and the longest time it blocked the event loop. Fails above 200 MB or 100 ms.
 *
 *     npm run attack                     all
 *     npm run attack -- unread pings     those whose names contain one of these words
 */
import { startAttackedHub } from "./attacked-hub.ts";
import { loadAttacks } from "./load-attacks.ts";
import type { LoadAttack } from "./load-attacks.ts";

const MOST_MEGABYTES = 200;
const LONGEST_BLOCK_MS = 100;

const words = process.argv.slice(2);
const chosen = loadAttacks.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
if (chosen.length === 0)
  console.error(`no attack has that name; there are:\n${loadAttacks.map(({ name }) => name).join("\n")}`);
let failed = chosen.length === 0 ? 1 : 0;
for (const attack of chosen) if (!(await withstands(attack))) failed++;
process.exitCode = failed === 0 ? 0 : 1;

async function withstands({ name, run, problem }: LoadAttack): Promise<boolean> {
  const hub = await startAttackedHub();
  try {
    await run(hub.endpoints);
    const report = await hub.report();
    const megabytes = Math.round((report.mostBytes - report.idleBytes) / 1e6);
    const blockMs = Math.round(report.longestBlockMs);
    const wrong = problem?.(report);
    const holds = megabytes <= MOST_MEGABYTES && blockMs <= LONGEST_BLOCK_MS && wrong === undefined;
    const numbers = `${megabytes} MB over idle, longest block ${blockMs} ms`;
    console.log(`${holds ? "✔" : "✘"} ${name}: ${numbers}${wrong === undefined ? "" : `; ${wrong}`}`);
    return holds;
  } catch (error) {
    console.log(`✘ ${name}: ${String(error)}`);
    return false;
  } finally {
    await hub.close();
  }
}

/**
 * `npm run attack`: attacks a hub that has 1 GB, on loopback, and prints for each attack how much memory it took above
 * idle, and the longest time it blocked the event loop. Fails above 200 MB or 100 ms. For hostile answers of services
 * behind the hub it prints what another caller waits: fails above 500 MB (800 MB for long texts) or 250 ms.
 *
 *     npm run attack                     all
 *     npm run attack -- unread pings     those whose names contain one of these words
 */
import { answerAttacks, withstandsAnswers } from "./answer-attacks.ts";
import { startAttackedHub } from "./attacked-hub.ts";
import { loadAttacks } from "./load-attacks.ts";
import type { LoadAttack } from "./load-attacks.ts";

const MOST_MEGABYTES = 200;
const LONGEST_BLOCK_MS = 100;

const words = process.argv.slice(2);
const isChosen = ({ name }: { readonly name: string }): boolean =>
  words.length === 0 || words.some((word) => name.includes(word));
const chosen = loadAttacks.filter(isChosen);
const answers = answerAttacks.filter(isChosen);
const isNone = chosen.length + answers.length === 0;
const all = [...loadAttacks, ...answerAttacks];
if (isNone) console.error(`no attack has that name; there are:\n${all.map(({ name }) => name).join("\n")}`);
let failed = isNone ? 1 : 0;
for (const attack of chosen) if (!(await withstands(attack))) failed++;
for (const attack of answers) if (!(await withstandsAnswers(attack))) failed++;
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

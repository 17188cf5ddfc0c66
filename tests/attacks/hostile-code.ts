/**
 * `npm run attack:code` runs all hostile programs, and prints how each ended and how long it took. Fails if one did
 * harm.
 *
 *     npm run attack:code                   all
 *     npm run attack:code -- loop memory    those whose names contain one of these words
 */
import { openHostileHost } from "./hostile-host.ts";
import { hostilePrograms } from "./hostile-programs.ts";

const words = process.argv.slice(2);
const chosen = hostilePrograms.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
const host = openHostileHost();
let harmful = 0;
const times: number[] = [];
for (const program of chosen) {
  const { report, ms, harm } = await host.run(program);
  times.push(ms);
  if (harm.length > 0) harmful++;
  const end = report.error === undefined ? "returned" : `${report.error.code}: ${report.error.message.slice(0, 60)}`;
  console.log(`${harm.length === 0 ? "✔" : "✘"} ${program.name}: ${Math.round(ms)} ms, ${end} ${harm.join("; ")}`);
}
const { longest, ours } = host.blocks();
await host.close();
console.log(
  `${chosen.length} programs, ${harmful} did harm; the longest took ${Math.round(Math.max(0, ...times))} ms, ` +
    `the event loop was blocked for ${Math.round(longest)} ms at most, by its own work for ${Math.round(ours)} ms, ${Math.round(process.memoryUsage.rss() / 1e6)} MB at the end`,
);
process.exitCode = harmful === 0 ? 0 : 1;

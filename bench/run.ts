/**
 * `npm run bench` runs all benchmarks, one after the other, each in its own process.
 *
 *     npm run bench                        everything
 *     npm run bench -- execute schemas     only these
 *     npm run bench -- search --sets <dir> the search, on the sets of this folder
 *     npm run bench -- search --model      the search, also with a small model; takes minutes
 *     npm run bench -- --record            everything, and the ratios into bench/history/
 *     npm run bench -- --compare           runs nothing: the newest record beside the one before, with its losses
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { localTool, runCommand } from "../scripts/run-command.ts";
import { compareLandings, recordLanding } from "./history.ts";
import { ratiosVariable } from "./record-ratio.ts";
import type { Ratio } from "./record-ratio.ts";

const names = [
  "execute",
  "schemas",
  "openapi",
  "importing",
  "mcp-server",
  "mcp-client",
  "mcp-gateway",
  "remote",
  "hub",
  "gateway",
  "import",
  "start",
  "size",
  "types",
  "search",
  "code",
  "tokens",
  "many",
];

process.exitCode = await main();

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: {
      record: { type: "boolean" },
      compare: { type: "boolean" },
      sets: { type: "string" },
      model: { type: "boolean" },
    },
    allowPositionals: true,
  });
  const unknown = positionals.filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    console.error(`no such benchmark: ${unknown.join(", ")} (there are: ${names.join(", ")})`);
    return 2;
  }
  if (values.model === true) process.env["SEARCH_MODEL"] = "1";
  if (values.sets !== undefined) process.env["TOOL_SEARCH_SETS"] = values.sets;
  if (values.compare === true && values.record !== true && positionals.length === 0) {
    compareLandings();
    return 0;
  }
  const { failed, ratios } = await runAll(positionals.length > 0 ? positionals : names);
  if (values.record === true) console.log(`\nrecorded in ${recordLanding(ratios)}`);
  if (values.compare === true) compareLandings();
  if (failed.length > 0) console.error(`\nfailed: ${failed.join(", ")}`);
  return failed.length > 0 ? 1 : 0;
}

/** If one benchmark fails, the ratios of the others are kept. */
async function runAll(chosen: readonly string[]): Promise<{ failed: string[]; ratios: Ratio[] }> {
  const folder = mkdtempSync(join(tmpdir(), "operations-bench-"));
  const ratios: Ratio[] = [];
  const failed: string[] = [];
  try {
    for (const name of chosen) {
      console.log(`\n▶ ${name}`);
      const file = join(folder, name);
      writeFileSync(file, "");
      const env = { ...process.env, [ratiosVariable]: file };
      const code = await runCommand(localTool("tsx"), [join(import.meta.dirname, `${name}.ts`)], { env });
      if (code !== 0) failed.push(name);
      const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
      for (const line of lines) {
        const ratio = JSON.parse(line) as Ratio;
        ratios.push({ ...ratio, name: `${name}: ${ratio.name}` });
      }
    }
    return { failed, ratios };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

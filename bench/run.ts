/**
 * `npm run bench` runs all benchmarks, one after the other, each in its own process.
 *
 *     npm run bench                        everything
 *     npm run bench -- execute schemas     only these
 */
import { join } from "node:path";
import { localTool, runCommand } from "../scripts/run-command.ts";

const names = ["execute", "schemas", "openapi", "mcp-server", "mcp-client", "remote", "hub", "import", "size"];

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const unknown = args.filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    console.error(`no such benchmark: ${unknown.join(", ")} (there are: ${names.join(", ")})`);
    return 2;
  }
  for (const name of args.length > 0 ? args : names) {
    console.log(`\n▶ ${name}`);
    const code = await runCommand(localTool("tsx"), [join(import.meta.dirname, `${name}.ts`)]);
    if (code !== 0) return code;
  }
  return 0;
}

/** Node, Bun and Deno start here: `run-scenario.js <URL of the main entry>` prints the result as JSON. */
import { runScenario } from "./scenario.js";

const entry = globalThis.Deno ? globalThis.Deno.args[0] : process.argv[2];
console.log(JSON.stringify(await runScenario(await import(entry))));

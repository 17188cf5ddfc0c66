/** A hub in its own process: `hub-process.ts <folder>`, with `config.json` in the folder. Ends with its input. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { startHub } from "../../src/entries/hub.ts";
import type { HubConfig } from "../../src/entries/hub.ts";

const folder = process.argv[2] ?? "";
const config = JSON.parse(await readFile(join(folder, "config.json"), "utf8")) as HubConfig;
const hub = await startHub({ config, folder }, { waitForSources: true, stateFolder: folder });
console.log(hub.endpoints.http);
process.stdin.resume();
process.stdin.once("end", () => void hub.close({ graceMs: 1000 }));

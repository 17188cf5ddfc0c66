/** Builds the package when `dist` is missing or older than the source. */
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { localTool, mustRun, root } from "./run-command.ts";

export async function ensureBuilt(): Promise<void> {
  const built = await modifiedAt(join(root, "dist/index.js"));
  if (built !== undefined && built > (await newestSource())) return;
  console.log("building dist (missing, or older than the source)");
  await mustRun(localTool("tsx"), ["scripts/build.ts"], { quiet: true });
}

async function newestSource(): Promise<number> {
  const times = await Promise.all(["src", "explorer/src"].map((folder) => newestIn(join(root, folder))));
  return Math.max(...times);
}

async function newestIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true });
  const sources = entries.filter((path) => /\.(tsx?|css)$/.test(path) && !path.includes(".test"));
  const times = await Promise.all(sources.map((path) => modifiedAt(join(folder, path))));
  return Math.max(...times.map((time) => time ?? 0));
}

async function modifiedAt(path: string): Promise<number | undefined> {
  return await stat(path).then(
    (found) => found.mtimeMs,
    () => undefined,
  );
}

import { execFile } from "node:child_process";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { projectRoot } from "./run-program.ts";

const run = promisify(execFile);

/** Packs this package as a release does. Returns the path of the tarball. */
export async function packInto(folder: string): Promise<string> {
  await run("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], { cwd: projectRoot });
  const tarball = (await readdir(folder)).find((name) => name.endsWith(".tgz"));
  if (tarball === undefined) throw new Error("npm pack wrote no tarball");
  return join(folder, tarball);
}

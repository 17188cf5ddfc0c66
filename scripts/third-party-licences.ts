/** `dist` contains code from other packages, which must be published with their licences. */
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { root } from "./run-command.ts";

/** Returns the folders, below the root, of the packages that these bundled files come from. */
export function packageFolders(files: Iterable<string>): string[] {
  const folders = [...files].map((file) => /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]);
  const known = folders.filter((folder) => folder !== undefined);
  return [...new Set(known.map((folder) => folder.slice(folder.indexOf("node_modules/"))))].toSorted();
}

/** Returns a package's name from its folder. */
export function packageName(folder: string): string {
  return folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
}

/** Joins the licences of these packages. Each starts with a line `name version (licence)`. */
export async function licenceTexts(folders: readonly string[]): Promise<string> {
  const texts = await Promise.all(folders.map(licenceOf));
  return texts.join(`\n${"-".repeat(80)}\n\n`);
}

async function licenceOf(folder: string): Promise<string> {
  const path = join(root, folder);
  const { version, license } = JSON.parse(await readFile(join(path, "package.json"), "utf8")) as {
    version: string;
    license: string;
  };
  const file = (await readdir(path)).find((entry) => /^licen[cs]e(\.|$)/i.test(entry));
  if (file === undefined) throw new Error(`${folder} has no licence file`);
  const text = await readFile(join(path, file), "utf8");
  return `${packageName(folder)} ${version} (${license})\n\n${text.trim()}\n`;
}

/** Builds the documentation as a site, in `docs/site/dist`, with VitePress. It fails if a link leads nowhere. */
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, normalize } from "node:path";
import { mustRun, root } from "../run-command.ts";
import { ensureSubPackage } from "../sub-package.ts";
import { readContents } from "./contents.ts";
import { textFiles } from "./text-files.ts";

const site = join(root, "docs/site");
const publicFolder = join(site, "public");

const contents = readContents();
const write = async (name: string, work: (file: string) => Promise<void>): Promise<void> => {
  const file = join(publicFolder, name);
  await mkdir(dirname(file), { recursive: true });
  await work(file);
};

await rm(publicFolder, { recursive: true, force: true });
for (const [name, text] of textFiles(contents)) await write(name, (file) => writeFile(file, text));
await write("icon.svg", (file) => copyFile(join(root, "explorer/src/icon.svg"), file));
// Pages link to files of the repository: examples, the files in `deploy/`, and notes of measurements.
const decisions = (await readdir(join(root, "docs/adr"))).map((name) => `adr/${name}`);
const allPages = [...contents.parts.flatMap(({ pages }) => pages.map(({ file }) => file)), ...decisions];
for (const page of allPages) {
  const text = await readFile(join(root, "docs", page), "utf8");
  for (const [, target = ""] of text.matchAll(/\]\((\.\.\/\.\.\/[^)#]+)\)/g)) {
    const name = normalize(join("docs", dirname(page), target));
    await write(name, (file) => copyFile(join(root, name), file));
  }
}
await ensureSubPackage("docs/site");
await mustRun(join(site, "node_modules/.bin/vitepress"), ["build", site], { quiet: true });
console.log("docs/site/dist has the site");

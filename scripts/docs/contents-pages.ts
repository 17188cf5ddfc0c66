/**
 * Writes the lists of documentation pages: `docs/README.md`, which is the site's start page, and a part of the README.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../run-command.ts";
import { readContents } from "./contents.ts";
import type { Page, Part } from "./contents.ts";

const BEGIN = "<!-- pages of the documentation: made by `npm run docs` -->";
const END = "<!-- end of pages -->";

const { name, about, parts } = readContents();

const tableOf = ({ pages }: Part, base: string): string =>
  ["| page | what it covers |", "| --- | --- |", ...pages.map((page) => row(page, base))].join("\n");
const row = ({ title, file, about: covers }: Page, base: string): string =>
  `| [${title}](${base}${file}) | ${covers} |`;

const sections = (base: string, level: string): string =>
  parts.map((part) => `${level} ${part.title}\n\n${part.about}\n\n${tableOf(part, base)}`).join("\n\n");

writeFileSync(
  join(root, "docs/README.md"),
  `# ${name}\n\n<!-- made from contents.json by \`npm run docs\` -->\n\n${about}\n\n${sections("", "##")}\n`,
);

const readme = readFileSync(join(root, "README.md"), "utf8");
const [before, rest] = readme.split(BEGIN);
const after = rest?.split(END)[1];
if (before === undefined || after === undefined) throw new Error("README.md lacks the marks around its list of pages");
writeFileSync(join(root, "README.md"), `${before}${BEGIN}\n\n${sections("docs/", "###")}\n\n${END}${after}`);

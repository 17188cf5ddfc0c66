/**
 * Writes docs/reference/api.md from the declarations of the published entries. `--check` only reports whether it is up
 * to date.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "../run-command.ts";
import { readEntries } from "./read-entries.ts";
import type { Entry, Export } from "./read-entries.ts";

const file = join(root, "docs", "reference", "api.md");
const entries = await readEntries();

const text = pageOf(entries);
if (!process.argv.includes("--check")) {
  await writeFile(file, text);
} else if ((await readFile(file, "utf8")) !== text) {
  console.error("docs/reference/api.md is out of date: run `npm run docs`.");
  process.exitCode = 1;
}
for (const { name, exports } of entries) {
  const silent = exports.filter(({ summary, from, alsoIn }) => summary === "" && (from ?? alsoIn) === undefined);
  for (const exported of silent) console.log(`without JSDoc: ${exported.name} of ${name}`);
}

function pageOf(all: readonly Entry[]): string {
  const contents = all.map(({ name, summary }) => `- [\`${name}\`](#${anchor(name)})${said(lowerFirst(summary))}`);
  return `# Reference

Every export of every entry, made from the code by \`npm run docs\`. Each has its signature and the first sentence of its
JSDoc; your editor shows the rest. Constraints of type parameters are left out, and very long types are cut. The
[guides](../README.md) show how things are used, [errors](../errors.md) lists the codes, and [the command](cli.md) has a page of its own.

${contents.join("\n")}
${all.map(sectionOf).join("")}`;
}

function sectionOf({ name, summary, exports }: Entry): string {
  const values = exports.filter(({ isType }) => !isType);
  const types = exports.filter(({ isType }) => isType);
  const intro = summary === "" ? "" : `\n${summary}\n`;
  return `\n## \`${name}\`\n${intro}${listOf("Functions, classes and constants", values)}${listOf("Types", types)}`;
}

function listOf(title: string, exports: readonly Export[]): string {
  if (exports.length === 0) return "";
  return `\n**${title}**\n\n${exports.map(itemOf).join("\n")}\n`;
}

function itemOf({ name, signatures, summary, members, from, alsoIn }: Export): string {
  if (from !== undefined) return `- \`${name}\`: of the package \`${from}\`.`;
  if (alsoIn !== undefined) return `- \`${name}\`: as in [\`${alsoIn}\`](#${anchor(alsoIn)}).`;
  const lines = [`- ${signatures.map(code).join("<br>")}${said(summary)}`];
  for (const member of members) lines.push(`  - ${code(member.signature)}${said(member.summary)}`);
  return lines.join("\n");
}

function said(summary: string): string {
  return summary === "" ? "" : `: ${summary}`;
}

function code(signature: string): string {
  return signature.includes("`") ? `\`\` ${signature} \`\`` : `\`${signature}\``;
}

/** As GitHub makes it from a heading. */
function anchor(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9-]/g, "");
}

/** Except for an abbreviation, or a name like TypeScript. */
function lowerFirst(sentence: string): string {
  return sentence.replace(/^[A-Z](?=[a-z]*[ ,.])/, (letter) => letter.toLowerCase());
}

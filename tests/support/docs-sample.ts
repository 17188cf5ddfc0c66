import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "./run-program.ts";

/** The code samples in one language under a heading of a page (`docs/guide/deployment.md`), unchanged. */
export function docsSamples(page: string, heading: string, language: string): string[] {
  const text = readFileSync(join(projectRoot, page), "utf8");
  const section = text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
  const samples = Array.from(section.matchAll(/^```([\w ]*)\n(.*?)^```$/gms));
  return samples.filter((sample) => sample[1] === language).map((sample) => sample[2] ?? "");
}

/** Replaces names and numbers in a sample. Throws if one is missing, because then the docs have changed. */
export function replaceAll(text: string, replacements: Readonly<Record<string, string>>): string {
  return Object.entries(replacements).reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`the sample has no "${from}" any more`);
    return changed.replaceAll(from, () => to);
  }, text);
}

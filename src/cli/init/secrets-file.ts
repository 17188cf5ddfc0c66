/** `operations.env` beside a config: the values of its variables, which only their user can read. */
import { existsSync } from "node:fs";
import { appendFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { SECRETS_FILE } from "../config/known-configs.ts";
import type { HiddenSecrets } from "../hosts/hidden-secrets.ts";

/** What the file already holds: new names must differ from these. */
export async function readSecrets(folder: string): Promise<HiddenSecrets> {
  const text = await readFile(join(folder, SECRETS_FILE), "utf8").catch(() => "");
  return new Map(Object.entries(parseEnv(text)).map(([name, value]) => [name, value ?? ""]));
}

/** Adds the new ones to the file. Returns those that it can't hold. */
export async function addSecrets(folder: string, secrets: HiddenSecrets): Promise<string[]> {
  const file = join(folder, SECRETS_FILE);
  const known = await readSecrets(folder);
  const lines = [...secrets]
    .filter(([name]) => !known.has(name))
    .map(([name, value]) => ({ name, line: lineOf(name, value) }));
  const text = lines.map(({ line = "" }) => line).join("");
  if (existsSync(file)) await appendFile(file, text);
  else
    await writeFile(file, `# The variables of the config beside this file. Do not share it.\n${text}`, {
      mode: 0o600,
      flag: "wx",
    });
  return lines.flatMap(({ name, line }) => (line === undefined ? [name] : []));
}

/** Chooses quotes that the value itself does not contain. */
function lineOf(name: string, value: string): string | undefined {
  const forms = ["", "'", '"', "`"].map((quote) => `${name}=${quote}${value}${quote}\n`);
  return forms.find((form) => parseEnv(form)[name] === value && Object.keys(parseEnv(form)).length === 1);
}

/** Keeps the file out of a repository, also of one that comes later. Returns whether a line was added. */
export async function ignoreSecrets(folder: string): Promise<boolean> {
  const file = join(folder, ".gitignore");
  const text = await readFile(file, "utf8").catch(() => "");
  // The last pattern that matches decides.
  const rule = text.split(/\r?\n/).findLast((line) => /^!?\/?(?:operations\.env|\*\.env)$/.test(line.trim()));
  if (rule !== undefined && !rule.trim().startsWith("!")) return false;
  await writeFile(file, `${text}${text === "" || text.endsWith("\n") ? "" : "\n"}${SECRETS_FILE}\n`);
  return true;
}

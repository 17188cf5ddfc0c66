import { isDeepStrictEqual } from "node:util";
import { parse, stringify } from "smol-toml";
import { BrokenDocument, changed } from "./host-document.ts";
import type { HostDocument } from "./host-document.ts";
import type { HostEntry } from "./host.ts";

/** TOML. A new entry is a separate table at the end; removing an entry removes its tables, and nothing else. */
export function readTOMLDocument(text: string): HostDocument {
  const value = parseText(text);
  return {
    value,
    with(names, entry) {
      const kept = withoutTables(text, names);
      const edited = entry === undefined ? kept : `${withBlankLine(kept)}${tableOf(names, entry, eolOf(text))}`;
      // An entry in one line, for example, is not a table that could be removed.
      if (!isDeepStrictEqual(plain(parseText(edited)), plain(withoutEmpty(changed(value, names, entry), names)))) {
        throw new BrokenDocument(`${names.join(".")} is not a separate table, so only a person can change it`, 1);
      }
      return edited;
    },
  };
}

function parseText(text: string): Record<string, unknown> {
  try {
    return parse(text);
  } catch (thrown) {
    const { line = 1, message } = thrown as { line?: number; message: string };
    const [first = ""] = message.replace(/^Invalid TOML document: /, "").split("\n");
    throw new BrokenDocument(`this is not TOML (${first})`, line);
  }
}

/** The value as plain data, without dates and other classes. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_, part: unknown) => (typeof part === "bigint" ? String(part) : part)));
}

/** TOML does not write a table without members. */
function withoutEmpty(value: Record<string, unknown>, [name = ""]: readonly string[]): Record<string, unknown> {
  const { [name]: part, ...rest } = value;
  return part !== undefined && Object.keys(part as object).length === 0 ? rest : value;
}

function eolOf(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}

function withBlankLine(text: string): string {
  if (text.trim() === "") return "";
  return `${text.trimEnd()}${eolOf(text)}${eolOf(text)}`;
}

function tableOf(names: readonly string[], entry: HostEntry, eol: string): string {
  let value: unknown = entry;
  for (const name of names.toReversed()) value = { [name]: value };
  return stringify(value).trim().concat("\n").replaceAll("\n", eol);
}

/** The text without the table of these names and those below it. Comments before the next table belong to that one. */
function withoutTables(text: string, names: readonly string[]): string {
  const kept: string[] = [];
  let dropped: string[] | undefined;
  const finish = (): void => {
    if (dropped === undefined) return;
    const last = dropped.findLastIndex((line) => !/^\s*(?:#.*)?$/.test(line));
    kept.push(...dropped.slice(last + 1));
    dropped = undefined;
  };
  for (const line of text.split(/(?<=\n)/)) {
    const header = headerOf(line);
    if (header !== undefined) {
      finish();
      if (names.every((name, index) => header[index] === name)) dropped = [];
    }
    (dropped ?? kept).push(line);
  }
  finish();
  return kept.join("");
}

/** The names of `[a.b]`, none for `[[a]]`; undefined if the line is not a header. */
function headerOf(line: string): string[] | undefined {
  if (/^\s*\[\[/.test(line)) return [];
  const inner = /^\s*\[([^[\]]+)\]\s*(?:#.*)?$/.exec(line.trimEnd())?.[1];
  if (inner === undefined) return undefined;
  try {
    const names: string[] = [];
    let value: unknown = parse(`[${inner}]`);
    for (let [next] = Object.entries(value as object); next !== undefined; [next] = Object.entries(value as object)) {
      names.push(next[0]);
      value = next[1];
    }
    return names;
  } catch {
    return undefined;
  }
}

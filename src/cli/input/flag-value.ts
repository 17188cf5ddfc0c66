import { readFile } from "node:fs/promises";
import { isExactInteger, parseExactly } from "../../shared/json/exact-json.ts";
import { choiceText } from "./choice-text.ts";
import type { SchemaView } from "../../schema/print/schema-view.ts";

/** The command line gives an input that the operation can't take. */
export class InvalidInputError extends Error {
  override readonly name = "InvalidInputError";
  readonly code = "VALIDATION_ERROR";
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** Turns a text of the command line into the value that the schema requires. `flag` names it in errors. */
export async function parseFlagValue(text: string, view: SchemaView, flag: string): Promise<unknown> {
  const { kind, isNullable } = view;
  if (isNullable && text === "null" && kind !== "text") return null;
  switch (kind) {
    case "text":
      return text;
    case "number":
    case "integer":
      return parseNumber(text, view, flag);
    case "boolean":
      if (text === "true" || text === "false") return text === "true";
      throw invalid(flag, text, "it must be true or false");
    case "choice":
      return parseChoice(text, view.choices, flag);
    case "bytes":
      return { $bytes: (await readBytes(text, flag)).toString("base64") };
    case "base64":
      return text.startsWith("@") ? (await readBytes(text, flag)).toString("base64") : text;
    case "list":
    case "object":
      return parseStructure(text, kind, flag);
    case "nothing":
      throw invalid(flag, text, "it takes no value at all");
    case "any":
      return parseAny(text, view.types);
  }
}

/** The name of such a value in help and errors. */
export function kindName(view: SchemaView): string {
  const names = {
    text: "text",
    base64: "text|@file",
    bytes: "@file",
    number: "number",
    integer: "integer",
    boolean: "true|false",
    choice: view.choices.length <= 6 ? view.choices.map(choiceText).join("|") : "choice",
    list: "json",
    object: "json",
    nothing: "nothing",
    any: "json",
  };
  return names[view.kind];
}

function parseNumber(text: string, { kind, types }: SchemaView, flag: string): number | string {
  const value = NUMBER.test(text) ? Number(text) : Number.NaN;
  const isWhole = kind === "integer";
  if (!Number.isFinite(value) || (isWhole && !Number.isInteger(value))) {
    throw invalid(flag, text, isWhole ? "it must be a whole number" : "it must be a number");
  }
  // As over HTTP: the text of its digits, rather than another integer.
  if (/^[+-]?\d+$/.test(text) && !isExactInteger(text.replace("+", ""))) {
    if (types.includes("string")) return text;
    throw invalid(flag, text, "it is too large to be kept exactly");
  }
  return value;
}

function parseChoice(text: string, choices: readonly unknown[], flag: string): unknown {
  const found = choices.find((choice) => choiceText(choice) === text);
  if (found !== undefined) return found;
  const shown = choices.slice(0, 20).map(choiceText).join(", ");
  throw invalid(flag, text, `it must be one of ${shown}${choices.length > 20 ? ", …" : ""}`);
}

async function readBytes(text: string, flag: string): Promise<Buffer> {
  if (!text.startsWith("@"))
    throw invalid(flag, text, `it takes a file: give its path after an @, as in ${flag} @photo.png`);
  const path = text.slice(1);
  try {
    return await readFile(path);
  } catch (cause) {
    const { code } = cause as { code?: unknown };
    throw new InvalidInputError(`${flag}: the file ${path} can't be read (${String(code)}).`);
  }
}

function parseStructure(text: string, kind: "list" | "object", flag: string): unknown {
  const value = parseJSON(text);
  const what = kind === "list" ? "a list" : "an object";
  if (value === undefined) throw invalid(flag, text, `it must be ${what} in JSON`);
  if (typeof value !== "object" || value === null || Array.isArray(value) !== (kind === "list")) {
    throw invalid(flag, text, `it must be ${what}`);
  }
  return value;
}

/** JSON if it is JSON that the schema takes, else the text itself. */
function parseAny(text: string, types: readonly string[]): unknown {
  const value = parseJSON(text);
  if (value === undefined) return text;
  const takesText = types.includes("string");
  return takesText && value !== null && !types.includes(typeOf(value)) && !fitsNumber(value, types) ? text : value;
}

function fitsNumber(value: unknown, types: readonly string[]): boolean {
  return typeof value === "number" && types.includes("integer") && Number.isInteger(value);
}

function typeOf(value: unknown): string {
  return Array.isArray(value) ? "array" : typeof value;
}

function parseJSON(text: string): unknown {
  try {
    return parseExactly(text);
  } catch {
    return undefined;
  }
}

function invalid(flag: string, text: string, why: string): InvalidInputError {
  const shown = text.length > 60 ? `${text.slice(0, 60)}…` : text;
  return new InvalidInputError(`${flag} is ${JSON.stringify(shown)}: ${why}.`);
}

import { didYouMean } from "../../shared/closest-name.ts";
import { isRecord } from "../../shared/json/is-record.ts";
import { UsageError } from "../arguments/usage-error.ts";
import type { SchemaView } from "../../schema/print/schema-view.ts";
import { InvalidInputError, parseFlagValue } from "./flag-value.ts";
import { choiceText } from "./choice-text.ts";
import { InputFlags } from "./input-flags.ts";
import type { InputFlag } from "./input-flags.ts";

interface GivenFlag {
  readonly flag: InputFlag;
  readonly value: unknown;
}

/**
 * The flags of an operation, with the forms of its unions that the command line or the given input chooses:
 * `--payment.kind card`. A form may have unions of its own.
 */
export function chooseForms(schema: unknown, tokens: readonly string[], base?: unknown): InputFlags {
  const chosen = new Map<string, string>();
  let flags = new InputFlags(schema);
  for (let before = -1; before !== chosen.size; flags = new InputFlags(schema, chosen)) {
    before = chosen.size;
    for (const flag of flags.list()) {
      const value: unknown = flag.path.reduce<unknown>((part, key) => (isRecord(part) ? part[key] : undefined), base);
      const path = value === undefined ? undefined : flags.chooses(flag);
      if (path !== undefined) chosen.set(path.join("."), choiceText(value));
    }
    for (const [index, token] of tokens.entries()) {
      const [, name = "", inline] = /^--([^=]+)(?:=(.*))?$/s.exec(token) ?? [];
      const flag = name === "" ? undefined : flags.find(name);
      const path = flag && flags.chooses(flag);
      const value = inline ?? tokens[index + 1];
      if (path !== undefined && value !== undefined) chosen.set(path.join("."), value);
    }
  }
  return flags;
}

/** The values of the flags, merged over the input that `--input` gave. */
export async function parseInputFlags(tokens: readonly string[], flags: InputFlags, base: unknown): Promise<unknown> {
  const given = await readFlags(tokens, flags);
  if (given.length === 0) return base;
  if (base !== undefined && (typeof base !== "object" || base === null || Array.isArray(base))) {
    throw new InvalidInputError("Flags can only add to an input that is an object: use flags or --input, not both.");
  }
  const input: Record<string, unknown> = { ...base };
  // Whole objects first, so that `--a.b` adds to `--a '{…}'` whatever their order.
  for (const { flag, value } of given.sort((left, right) => left.flag.path.length - right.flag.path.length)) {
    setAt(input, flag, value);
  }
  return input;
}

async function readFlags(tokens: readonly string[], flags: InputFlags): Promise<GivenFlag[]> {
  const given = new Map<string, GivenFlag>();
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] ?? "";
    const [, name = "", inline] = /^--([^=]+)(?:=(.*))?$/s.exec(token) ?? [];
    if (name === "") throw new UsageError(`"${token}" is one argument too many: give input as --name value.`);
    const { flag, isNegated } = findFlag(name, flags);
    const label = `--${name}`;
    const next = tokens[index + 1];
    if (flag.view.kind === "boolean") {
      const isSpelled = inline === undefined && !isNegated && (next === "true" || next === "false");
      if (isSpelled) index++;
      if (isNegated && inline !== undefined) throw new UsageError(`${label} takes no value.`);
      const text = isSpelled ? next : (inline ?? String(!isNegated));
      add(given, flag, await parseFlagValue(text, flag.view, label));
      continue;
    }
    const text = inline ?? next;
    if (text === undefined || (inline === undefined && text.startsWith("--"))) {
      throw new UsageError(`${label} needs a value. A value that begins with dashes needs an equals sign: ${label}=…`);
    }
    if (inline === undefined) index++;
    if (flag.view.kind === "list") await addToList(given, flag, { text, item: flags.itemOf(flag.view) });
    else add(given, flag, await parseFlagValue(text, flag.view, label));
  }
  return [...given.values()];
}

function findFlag(name: string, flags: InputFlags): { flag: InputFlag; isNegated: boolean } {
  const flag = flags.find(name);
  if (flag !== undefined) return { flag, isNegated: false };
  const negated = name.startsWith("no-") ? flags.find(name.slice(3)) : undefined;
  if (negated?.view.kind === "boolean") return { flag: negated, isNegated: true };
  throw unknownFlag(name, flags);
}

/** The error for a flag of a form that was not chosen. */
function ofAnotherForm(name: string, flags: InputFlags): UsageError | undefined {
  const { of = [] } = flags.unchosen.list().find((flag) => flag.name === name) ?? {};
  if (of.length === 0) return undefined;
  return new UsageError(`--${name} goes with ${of.join(" or ")}, and another form was chosen.`);
}

function unknownFlag(name: string, flags: InputFlags): UsageError {
  const elsewhere = ofAnotherForm(name, flags);
  if (elsewhere !== undefined) return elsewhere;
  if (flags.isEmpty) {
    const way =
      flags.root.kind === "object" || flags.root.kind === "nothing" ? "takes no input" : "takes its input by --input";
    return new UsageError(`There is no flag --${name}: the operation ${way}.`);
  }
  const all = flags.list().map((flag) => `--${flag.name}`);
  const alike = all.filter((label) => label.slice(2, 5) === name.slice(0, 3));
  const shown = [...new Set([...alike, ...all])].slice(0, 12).join(", ");
  if (all.length === 1) return new UsageError(`There is no flag --${name}. The only one is ${shown}.`);
  const meant = didYouMean(`--${name}`, all);
  return new UsageError(`There is no flag --${name}. The flags are ${shown}${all.length > 12 ? ", …" : ""}.${meant}`);
}

function add(given: Map<string, GivenFlag>, flag: InputFlag, value: unknown): void {
  if (given.has(flag.name)) throw new UsageError(`--${flag.name} is given twice, but takes one value.`);
  given.set(flag.name, { flag, value });
}

/** Adds one member. A list in JSON adds all of them, unless members are texts, which may look like JSON. */
async function addToList(
  given: Map<string, GivenFlag>,
  flag: InputFlag,
  { text, item }: { readonly text: string; readonly item: SchemaView },
): Promise<void> {
  const label = `--${flag.name}`;
  const isWhole = text.trimStart().startsWith("[") && item.kind !== "text" && item.kind !== "list";
  const members = isWhole
    ? ((await parseFlagValue(text, flag.view, label)) as unknown[])
    : [await parseFlagValue(text, item, label)];
  const before = (given.get(flag.name)?.value ?? []) as unknown[];
  given.set(flag.name, { flag, value: [...before, ...members] });
}

/** Sets own properties only: a flag may be called `__proto__`. */
function setAt(input: Record<string, unknown>, { path, name }: InputFlag, value: unknown): void {
  let target = input;
  for (const key of path.slice(0, -1)) {
    const child: unknown = Object.hasOwn(target, key) ? target[key] : undefined;
    if (child !== undefined && (typeof child !== "object" || child === null || Array.isArray(child))) {
      throw new InvalidInputError(`--${name} can't be set: ${key} is not an object in the given input.`);
    }
    const copy: Record<string, unknown> = { ...child };
    define(target, key, copy);
    target = copy;
  }
  define(target, path.at(-1) ?? "", value);
}

function define(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

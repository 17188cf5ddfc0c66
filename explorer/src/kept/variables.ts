/**
 * Named values for inputs. When a call is sent, `{{project}}` in a text is replaced by the value of `project`. If
 * `{{project}}` is the whole text, a number stays a number and a boolean stays a boolean.
 */
import { effect, signal } from "@preact/signals";
import type { ReadonlySignal } from "@preact/signals";
import { toPointer } from "../../../src/shared/json/json-pointer.ts";
import { readNumber } from "../json/read-number.ts";
import { isObject } from "../json/json-path.ts";
import { browserStorage, readStored, tabStorage, writeStored } from "./stored.ts";

export type VariableKind = "text" | "number" | "boolean";

export interface Variable {
  readonly name: string;
  /** As it was typed. */
  readonly value: string;
  readonly kind: VariableKind;
  /** A secret stays in this tab. Copied calls never contain it. */
  readonly isSecret: boolean;
}

/** A name without a variable, and where it stands. */
export interface UnknownName {
  /** JSON pointer into the input. */
  readonly path: string;
  readonly name: string;
}

export interface Variables {
  readonly list: ReadonlySignal<readonly Variable[]>;
  /** Adds a variable, or replaces the one of this name. Returns whether the browser has kept it. */
  set(variable: Variable): boolean;
  remove(name: string): void;
  /** A copy of an input with values in place of names. A name without a variable stays as it is. */
  fillIn(input: unknown, options?: { readonly withSecrets?: boolean }): unknown;
  /** The names in an input that no variable has: such an input must not be sent. */
  unknownIn(input: unknown): readonly UnknownName[];
  /** Reads the storage again after another tab changed it. */
  reread(): void;
  /** Forgets the secrets of this tab. */
  clearSecrets(): void;
}

export const VARIABLE_NAME = /^[A-Za-z_][\w-]{0,63}$/;
const MOST_VARIABLES = 100;
const LONGEST_VALUE = 20_000;
const PLACE = /\{\{\s*([A-Za-z_][\w-]{0,63})\s*\}\}/g;
const WHOLE = new RegExp(`^\\s*${PLACE.source}\\s*$`);

export function createVariables(owner: ReadonlySignal<string>): Variables {
  const list = signal<readonly Variable[]>([]);
  const storageName = (): string => `operations.variables.${owner.value}`;
  const keep = (next: readonly Variable[]): boolean => {
    const open = next.filter(({ isSecret }) => !isSecret);
    const secret = next.filter(({ isSecret }) => isSecret);
    const isKept =
      next.length <= MOST_VARIABLES &&
      writeStored(browserStorage, storageName(), open.length === 0 ? null : open) &&
      writeStored(tabStorage, storageName(), secret.length === 0 ? null : secret);
    if (isKept) list.value = next;
    return isKept;
  };
  const reread = (): void => {
    const found = [
      ...read(readStored(browserStorage, storageName()), false),
      ...read(readStored(tabStorage, storageName()), true),
    ];
    list.value = found.sort((one, other) => (one.name < other.name ? -1 : 1));
  };
  effect(reread);
  return {
    list,
    set(variable) {
      if (!VARIABLE_NAME.test(variable.name) || variableValue(variable) === undefined) return false;
      const others = list.peek().filter(({ name }) => name !== variable.name);
      return keep([...others, variable].sort((one, other) => (one.name < other.name ? -1 : 1)));
    },
    remove: (name) => void keep(list.peek().filter((variable) => variable.name !== name)),
    fillIn(input, { withSecrets = true } = {}) {
      const known = list.value.filter(({ isSecret }) => withSecrets || !isSecret);
      return known.length === 0
        ? input
        : filled(input, new Map(known.map((each) => [each.name, variableValue(each) ?? ""])));
    },
    unknownIn: (input) => [...namesIn(input, [])].filter(({ name }) => !list.value.some((each) => each.name === name)),
    reread,
    clearSecrets: () => void keep(list.peek().filter(({ isSecret }) => !isSecret)),
  };
}

type Value = string | number | boolean;

/** The value of a variable. Undefined if its text is too long, or does not fit its kind. */
export function variableValue({ value, kind }: Pick<Variable, "value" | "kind">): Value | undefined {
  if (value.length > LONGEST_VALUE) return undefined;
  if (kind === "number") return readNumber(value);
  if (kind === "text") return value;
  return /^\s*(?:true|false)\s*$/.test(value) ? value.trim() === "true" : undefined;
}

/** Values are inserted once: names inside a value are not replaced again. */
function filled(value: unknown, values: ReadonlyMap<string, Value>): unknown {
  const asText = (text: string): string =>
    text.replace(PLACE, (place, name: string) => String(values.get(name) ?? place));
  if (typeof value === "string") {
    const whole = values.get(WHOLE.exec(value)?.[1] ?? "");
    return typeof whole === "number" || typeof whole === "boolean" ? whole : asText(value);
  }
  if (Array.isArray(value)) return value.map((item) => filled(item, values));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [asText(key), filled(member, values)]));
}

function* namesIn(value: unknown, path: readonly string[]): Generator<UnknownName> {
  if (typeof value === "string") {
    for (const name of new Set(Array.from(value.matchAll(PLACE), ([, name]) => name!))) {
      yield { path: toPointer(path), name };
    }
  } else if (typeof value === "object" && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      const at = [...path, key];
      yield* namesIn(key, at);
      yield* namesIn(member, at);
    }
  }
}

/** Storage can hold anything. */
function read(stored: unknown, isSecret: boolean): Variable[] {
  if (!Array.isArray(stored)) return [];
  return stored.slice(0, MOST_VARIABLES).flatMap((each: unknown) => {
    const { name, value, kind: kept } = isObject(each) ? each : {};
    if (typeof name !== "string" || !VARIABLE_NAME.test(name) || typeof value !== "string") return [];
    const kind: VariableKind = kept === "number" || kept === "boolean" ? kept : "text";
    return variableValue({ value, kind }) === undefined ? [] : [{ name, value, kind, isSecret }];
  });
}

/**
 * The options of the command itself. The flags of an operation's input stay in `rest`: only its schema says which of
 * them take a value.
 */
import { didYouMean } from "../../shared/closest-name.ts";
import { UsageError } from "./usage-error.ts";

export interface OptionDefinition {
  readonly name: string;
  /** One letter. */
  readonly short?: string | undefined;
  /** What the help calls its value; absent if it takes none. */
  readonly value?: string | undefined;
  readonly choices?: readonly string[] | undefined;
  readonly summary: string;
}

/** Timers take at most about 24 days, and fire at once for longer times. */
const LONGEST_DURATION = 24 * 24 * 3_600_000;
const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

export class Options {
  /** The operands, and the flags of the operation. */
  readonly rest: readonly string[];
  readonly #values: ReadonlyMap<string, string>;

  constructor(values: ReadonlyMap<string, string>, rest: readonly string[]) {
    this.#values = values;
    this.rest = rest;
  }

  has(name: string): boolean {
    return this.#values.has(name);
  }

  text(name: string): string | undefined {
    return this.#values.get(name);
  }

  /** A whole number of at least `least`. */
  count(name: string, least: number): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least) return value;
    throw new UsageError(`--${name} is "${text}": give a whole number of at least ${least}.`);
  }

  /** Milliseconds: `500ms`, `30s`, `2m`, `1h`. A bare number is seconds, as in other commands. */
  duration(name: string): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const [, number = "", unit = "s"] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text) ?? [];
    const milliseconds = Math.round(Number(number) * (UNITS[unit] ?? Number.NaN));
    if (number !== "" && milliseconds > 0 && Number.isSafeInteger(milliseconds)) {
      return Math.min(milliseconds, LONGEST_DURATION);
    }
    throw new UsageError(`--${name} is "${text}": give a time such as 500ms, 30s or 2m.`);
  }
}

export interface ParseOptionsSettings {
  /** Keeps unknown options in `rest`, in their order: they are flags of an operation. */
  readonly keepUnknown?: boolean | undefined;
}

/** Everything after `--` is an operand, or belongs to the operation, whatever it looks like. */
export function parseOptions(
  args: readonly string[],
  definitions: readonly OptionDefinition[],
  { keepUnknown = false }: ParseOptionsSettings = {},
): Options {
  const values = new Map<string, string>();
  const rest: string[] = [];
  for (let index = 0; index < args.length; index++) {
    const argument = args[index] ?? "";
    if (argument === "--") {
      rest.push(...args.slice(index + 1));
      break;
    }
    const { definition, given } = findOption(argument, definitions);
    if (definition === undefined) {
      if (!keepUnknown && /^-./.test(argument)) throw unknownOption(argument, definitions);
      rest.push(argument);
      continue;
    }
    const { name, value: label, choices } = definition;
    if (label === undefined) {
      if (given !== undefined) throw new UsageError(`--${name} takes no value.`);
      values.set(name, "");
      continue;
    }
    const value = given ?? args[++index];
    if (value === undefined || (given === undefined && value.startsWith("--"))) {
      throw new UsageError(`--${name} needs a value: --${name} ${label}`);
    }
    if (choices !== undefined && !choices.includes(value)) {
      throw new UsageError(`--${name} is "${value}": it must be one of ${choices.join(", ")}.`);
    }
    values.set(name, value);
  }
  return new Options(values, rest);
}

function findOption(
  argument: string,
  definitions: readonly OptionDefinition[],
): { definition?: OptionDefinition | undefined; given?: string | undefined } {
  const [, long, given] = /^--([^=]+)(?:=(.*))?$/s.exec(argument) ?? [];
  if (long !== undefined) return { definition: definitions.find(({ name }) => name === long), given };
  const short = /^-([A-Za-z])$/.exec(argument)?.[1];
  return { definition: short === undefined ? undefined : definitions.find((option) => option.short === short) };
}

function unknownOption(argument: string, definitions: readonly OptionDefinition[]): UsageError {
  const known = definitions.map(({ name }) => `--${name}`);
  const given = argument.split("=")[0] ?? argument;
  return new UsageError(
    `There is no option ${given} here. The options are ${known.join(", ")}.${didYouMean(given, known)}`,
  );
}

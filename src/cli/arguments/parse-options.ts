/**
 * The options of the command itself. The flags of an operation's input are left for later, as its schema says which of
 * them take a value.
 */
import { suggestion } from "./nearest.ts";
import { UsageError } from "./usage-error.ts";

export interface OptionDefinition {
  readonly name: string;
  /** One letter. */
  readonly short?: string | undefined;
  /** What its value is called in the help; absent: it takes none. */
  readonly value?: string | undefined;
  readonly choices?: readonly string[] | undefined;
  readonly summary: string;
}

/** What was given, without the options that were understood. */
export class Options {
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
}

export interface ParseOptionsSettings {
  /** Leaves unknown options in `rest`, in their order: they are flags of an operation. */
  readonly keepUnknown?: boolean | undefined;
}

/** Everything after `--` belongs to the operation, or is an operand, whatever it looks like. */
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
    if (definition.value === undefined) {
      if (given !== undefined) throw new UsageError(`--${definition.name} takes no value.`);
      values.set(definition.name, "");
      continue;
    }
    const value = given ?? args[++index];
    if (value === undefined || (given === undefined && value.startsWith("--"))) {
      throw new UsageError(`--${definition.name} needs a value: --${definition.name} ${definition.value}`);
    }
    assertChoice(definition, value);
    values.set(definition.name, value);
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

function assertChoice({ name, choices }: OptionDefinition, value: string): void {
  if (choices === undefined || choices.includes(value)) return;
  throw new UsageError(`--${name} is "${value}": it must be one of ${choices.join(", ")}.`);
}

function unknownOption(argument: string, definitions: readonly OptionDefinition[]): UsageError {
  const known = definitions.map(({ name }) => `--${name}`);
  const given = argument.split("=")[0] ?? argument;
  return new UsageError(`There is no option ${given} here: there are ${known.join(", ")}.${suggestion(given, known)}`);
}

import { readFile } from "node:fs/promises";
import { parseExactly } from "../../shared/json/exact-json.ts";
import { isTooDeep, MOST_LEVELS, tooDeepProblem } from "../../shared/json/is-too-deep.ts";
import type { Options } from "../arguments/parse-options.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { InvalidInputError } from "./flag-value.ts";
import type { InputFlags } from "./input-flags.ts";
import { chooseForms, parseInputFlags } from "./parse-input-flags.ts";

/** A longer wait suggests a parent program that never closes our standard input. */
const NOTE_AFTER_MS = 2000;

/** The operation's input: from flags, `--input`, or a pipe. Undefined for none. */
export async function readInput(options: Options, schema: unknown, terminal: Terminal): Promise<unknown> {
  const tokens = options.rest.slice(1);
  const flags = chooseForms(schema, tokens);
  const given = options.text("input");
  const isPiped = given === undefined && tokens.length === 0 && takesInput(flags) && isPipe();
  const base = given === undefined && !isPiped ? undefined : await readBase(given ?? "-", isPiped, terminal);
  const input = await parseInputFlags(tokens, base === undefined ? flags : chooseForms(schema, tokens, base), base);
  if (isTooDeep(input, MOST_LEVELS)) throw new InvalidInputError(tooDeepProblem("input"));
  // As over HTTP: no input becomes an empty object if the schema requires an object.
  return input === undefined && flags.root.kind === "object" ? {} : input;
}

function takesInput({ root, isEmpty }: InputFlags): boolean {
  return root.kind === "object" ? !isEmpty : root.kind !== "nothing";
}

/** A pipe or a file, not a terminal or /dev/null. */
function isPipe(): boolean {
  try {
    const stats = process.getBuiltinModule("node:fs").fstatSync(0);
    return stats.isFIFO() || stats.isFile() || stats.isSocket();
  } catch {
    return false;
  }
}

async function readBase(given: string, isPiped: boolean, terminal: Terminal): Promise<unknown> {
  if (given === "-") {
    const text = await readStandardInput(terminal);
    // An empty pipe means a script without a terminal, not an empty value.
    return isPiped && text.trim() === "" ? undefined : parseInput(text, "standard input");
  }
  if (!given.startsWith("@")) return parseInput(given, "--input");
  const path = given.slice(1);
  if (path === "")
    throw new InvalidInputError("--input: give the path of a file after the @, as in --input @order.json");
  const text = await readFile(path, "utf8").catch((cause: unknown) => {
    throw new InvalidInputError(
      `--input: the file ${path} can't be read (${String((cause as { code?: unknown }).code)}).`,
    );
  });
  return parseInput(text, path);
}

async function readStandardInput(terminal: Terminal): Promise<string> {
  const note = setTimeout(
    () => terminal.err("Waiting for input on standard input. (Use --input '{}' for none.)\n"),
    NOTE_AFTER_MS,
  );
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of terminal.streams.stdin) {
      clearTimeout(note);
      chunks.push(Buffer.from(chunk as Uint8Array));
    }
  } finally {
    clearTimeout(note);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parseInput(text: string, where: string): unknown {
  const input = parseText(text.replace(/^\uFEFF/, ""), where);
  if (isTooDeep(input, MOST_LEVELS)) throw new InvalidInputError(tooDeepProblem(`input (${where})`));
  return input;
}

function parseText(text: string, where: string): unknown {
  try {
    return parseExactly(text);
  } catch (cause) {
    const position = / at position \d+/.exec((cause as Error).message)?.[0] ?? "";
    const advice = `Names and texts have double quotes there: '{"name":"Ada"}'.`;
    throw new InvalidInputError(`The input (${where}) is not JSON${position}. ${advice}`);
  }
}

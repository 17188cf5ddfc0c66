import type { LoadedConfig } from "../../entries/hub.ts";
import { CallError } from "../../entries/index.ts";
import { ask } from "../terminal/ask.ts";
import { safeLine } from "../terminal/safe-text.ts";
import { wholeLines } from "../terminal/whole-lines.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { effectsOf } from "./config-effects.ts";

export interface RunQuestion {
  readonly terminal: Terminal;
  readonly signal?: AbortSignal | undefined;
  readonly file: string;
  /** Whether an earlier version of the file has been run. */
  readonly isChanged: boolean;
  /** Absent if loading the config would run it. */
  readonly loaded: LoadedConfig | undefined;
}

/** Further lines may have left a small screen when the question comes. */
const MOST_IN_VIEW = 8;

/** Shows what a config does, and throws unless the person agrees to run it. */
export async function askToRun(question: RunQuestion): Promise<void> {
  const { terminal, file, isChanged, signal = new AbortController().signal } = question;
  const { errorStyle } = terminal;
  const why = isChanged ? "has changed since you last ran it" : "is new to you";
  const lines = [
    `${errorStyle.yellow("?")} The config of this folder ${why}. A config is code.`,
    `    ${errorStyle.bold(safeLine(file))}`,
    ...effectLines(question).map((line) => `    ${line}`),
    "  Run it, and do not ask again until it changes? [y/N] ",
  ];
  const answer = await ask(terminal, lines.join("\n"), signal);
  signal.throwIfAborted();
  if (/^y(es)?$/i.test(answer?.trim() ?? "")) return;
  // The person's input has no line end at its end.
  if (answer === undefined) terminal.err("\n");
  const reason = answer === undefined ? "the input ended before an answer came" : "you said no";
  throw new CallError(
    "ACCESS_DENIED",
    `${file} was not run: ${reason}. With --yes or --config it runs without a question.`,
  );
}

function effectLines({ loaded, terminal }: RunQuestion): string[] {
  if (loaded === undefined) return ["is a program: it runs as soon as it is read"];
  const effects = effectsOf(loaded, process.env);
  if (effects.length === 0) return ["starts no program, and connects to nothing"];
  const room = (terminal.errorWidth ?? 80) - 6;
  const lines = effects.flatMap(({ verb, what }) => wholeLines(`${verb} ${what}`, room));
  return lines.length <= MOST_IN_VIEW ? lines : [...lines, `${effects.length} in all: they begin above`];
}

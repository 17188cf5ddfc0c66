import type { LoadedConfig } from "../../entries/hub.ts";
import { CallError } from "../../entries/index.ts";
import { ask } from "../terminal/ask.ts";
import { fitText } from "../terminal/fit-text.ts";
import { safeLine } from "../terminal/safe-text.ts";
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

/** More lines would push the question off a small screen. */
const MOST_EFFECTS = 8;

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
  throw new CallError(
    "ACCESS_DENIED",
    `${file} was not run: you said no. With --yes or --config it runs without a question.`,
  );
}

function effectLines({ loaded, terminal }: RunQuestion): string[] {
  if (loaded === undefined) return ["is a program: it runs as soon as it is read"];
  const effects = effectsOf(loaded);
  if (effects.length === 0) return ["starts no program, and connects to nothing"];
  const room = (terminal.errorWidth ?? 80) - 4;
  const lines = effects.slice(0, MOST_EFFECTS).map(({ verb, what }) => fitText(safeLine(`${verb} ${what}`), room));
  const hidden = effects.length - lines.length;
  return hidden === 0 ? lines : [...lines, `… and ${hidden} more: read the file`];
}

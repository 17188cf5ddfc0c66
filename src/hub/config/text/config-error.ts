/** One mistake in a config. */
export interface ConfigProblem {
  /** The file, as it was named. */
  readonly file: string;
  /** Starts at 1. Absent if the config is a module or a value. */
  readonly line?: number | undefined;
  /** Starts at 1. */
  readonly column?: number | undefined;
  /** The path in the config: `mcpServers.files.command`; empty for the root. */
  readonly path: string;
  /** What is wrong, and what is allowed. */
  readonly message: string;
  /** What to do about it. */
  readonly hint?: string | undefined;
}

/** A config with mistakes: it holds all of them. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly problems: readonly ConfigProblem[];

  constructor(problems: readonly ConfigProblem[]) {
    super(problems.map(formatConfigProblem).join("\n"));
    this.problems = problems;
  }
}

/** A mistake as one line, in the format of compilers: `file:line:column: path: message`. */
export function formatConfigProblem({ file, line, column, path, message, hint }: ConfigProblem): string {
  const place = line === undefined ? file : `${file}:${line}:${column ?? 1}`;
  const text = path === "" ? `${place}: ${message}` : `${place}: ${path}: ${message}`;
  return hint === undefined ? text : `${text} (${hint})`;
}

/** JSON and YAML say it in the same words. */
export const REPEATED_NAME = "this name is used twice";

import { ExitCode } from "../output/exit-code.ts";
import { Spinner } from "../terminal/spinner.ts";
import type { Terminal } from "../terminal/terminal.ts";

const SIGNALS = { SIGINT: ExitCode.interrupted, SIGTERM: ExitCode.terminated } as const;

export interface InterruptibleOptions {
  /** The work runs until a signal stops it: an orderly end then counts as success. Default: false. */
  readonly isService?: boolean | undefined;
}

/**
 * Gives the work a signal that aborts at Ctrl-C, and returns the exit code that shells expect then. A second Ctrl-C
 * ends the process at once.
 */
export async function interruptible(
  work: (signal: AbortSignal) => Promise<number>,
  { isService = false }: InterruptibleOptions = {},
): Promise<number> {
  const controller = new AbortController();
  let code: number | undefined;
  const onSignal = (name: NodeJS.Signals): void => {
    const own = SIGNALS[name as keyof typeof SIGNALS];
    if (code !== undefined) process.exit(own);
    code = own;
    controller.abort();
  };
  for (const name of Object.keys(SIGNALS)) process.on(name, onSignal);
  try {
    const result = await work(controller.signal);
    return isService ? result : (code ?? result);
  } catch (thrown) {
    if (code !== undefined) return code;
    throw thrown;
  } finally {
    for (const name of Object.keys(SIGNALS)) process.off(name, onSignal);
  }
}

/** The same with a spinner, which never outlives the work. */
export async function withSpinner(
  terminal: Terminal,
  work: (signal: AbortSignal, spinner: Spinner) => Promise<number>,
): Promise<number> {
  return await interruptible(async (signal) => {
    const spinner = new Spinner(terminal, "Starting");
    return await work(signal, spinner).finally(() => spinner.pause());
  });
}

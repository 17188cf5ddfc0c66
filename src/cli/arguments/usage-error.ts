/** The command line itself is wrong. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  /** The command whose `--help` says more. */
  readonly command: string | undefined;

  constructor(message: string, command?: string) {
    super(message);
    this.command = command;
  }
}

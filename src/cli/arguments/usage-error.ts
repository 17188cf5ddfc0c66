/** The command line itself is wrong. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  /** Whose `--help` would tell more. */
  readonly command: string | undefined;

  constructor(message: string, command?: string) {
    super(message);
    this.command = command;
  }
}

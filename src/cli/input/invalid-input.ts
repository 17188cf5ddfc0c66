/** The operation's input, as the command line gives it, can't be. */
export class InvalidInputError extends Error {
  override readonly name = "InvalidInputError";
  readonly code = "VALIDATION_ERROR";
}

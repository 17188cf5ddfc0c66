/** Something in a config that works, but that its operator may not want. */
export interface ConfigWarning {
  /** The sources that it is about. */
  readonly sources: readonly string[];
  readonly message: string;
}

/** What became different when a schema was lowered. */
export interface SchemaLoss {
  /** Where in the arguments, as a JSON Pointer; `*` stands for every item or further member. */
  readonly path: string;
  /** The keyword that could not be kept, or what made it impossible: `depth`, `recursion`. */
  readonly keyword: string;
  /**
   * `weakened`: the lowered schema lets through what the operation then refuses. `narrowed`: there is input for the
   * operation that a model can't give.
   */
  readonly effect: "weakened" | "narrowed";
}

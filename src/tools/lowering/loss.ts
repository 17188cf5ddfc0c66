/** A difference between a schema and its lowered form. */
export interface SchemaLoss {
  /** Where in the arguments, as a JSON Pointer; `*` means every item or further member. */
  readonly path: string;
  /** The keyword that could not be kept, or what made it impossible: `depth`, `recursion`. */
  readonly keyword: string;
  /**
   * `weakened`: the lowered schema lets through what the operation then refuses. `narrowed`: the operation accepts
   * input that a model can't give.
   */
  readonly effect: "weakened" | "narrowed";
}

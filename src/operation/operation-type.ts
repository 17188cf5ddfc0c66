/** The kind of an operation. A `QUERY` is safe to repeat, a `MUTATION` is not, a `SUBSCRIPTION` is a stream. */
export const OperationType = {
  QUERY: "QUERY",
  MUTATION: "MUTATION",
  SUBSCRIPTION: "SUBSCRIPTION",
} as const;

export type OperationType = (typeof OperationType)[keyof typeof OperationType];

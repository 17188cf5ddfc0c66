/** What kind of call an operation is. `QUERY` is safe to repeat, `MUTATION` is not, `SUBSCRIPTION` is a stream. */
export const OperationType = {
  QUERY: "QUERY",
  MUTATION: "MUTATION",
  SUBSCRIPTION: "SUBSCRIPTION",
} as const;

export type OperationType = (typeof OperationType)[keyof typeof OperationType];

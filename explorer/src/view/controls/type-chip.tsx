import type { ListedOperation } from "../../api/contract.ts";

type OperationType = ListedOperation["type"];

export const typeWords: Record<OperationType, string> = {
  QUERY: "query",
  MUTATION: "mutation",
  SUBSCRIPTION: "stream",
};

const plurals: Record<OperationType, string> = { QUERY: "queries", MUTATION: "mutations", SUBSCRIPTION: "streams" };

interface TypeChipProps {
  readonly type: OperationType;
  readonly isShort?: boolean;
  readonly isPlural?: boolean;
}

export function TypeChip({ type, isShort = false, isPlural = false }: TypeChipProps) {
  const word = typeWords[type] ?? "query";
  return (
    // A screen reader skips the single letter; the full word is beside it.
    <span class={`type-chip ${word}`} title={word} aria-hidden={isShort ? true : undefined}>
      {isShort ? word.charAt(0).toUpperCase() : isPlural ? plurals[type] : word}
    </span>
  );
}

/** Short enough for a column. */
const methodWords: Record<string, string> = { DELETE: "DEL", OPTIONS: "OPT" };
const methodLooks: Record<string, string> = { GET: "query", HEAD: "query", OPTIONS: "query", DELETE: "delete" };

/** In a list: the method of an operation that calls an HTTP API, or else the letter of its type. */
export function OperationChip({ type, method }: Pick<ListedOperation, "type" | "method">) {
  if (method === undefined || type === "SUBSCRIPTION") return <TypeChip type={type} isShort />;
  return (
    <span class={`type-chip method ${methodLooks[method] ?? "mutation"}`} title={method} aria-hidden="true">
      {methodWords[method] ?? method}
    </span>
  );
}

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
    // A screen reader skips the single letter; the full word stands beside it.
    <span class={`type-chip ${word}`} title={word} aria-hidden={isShort ? true : undefined}>
      {isShort ? word.charAt(0).toUpperCase() : isPlural ? plurals[type] : word}
    </span>
  );
}

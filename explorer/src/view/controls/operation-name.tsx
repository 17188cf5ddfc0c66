import type { ListedOperation } from "../../api/contract.ts";

interface OperationNameProps extends Pick<ListedOperation, "deprecated"> {
  readonly text: string;
}

/** The name of an operation in a list: struck through, and read out as such, where the operation is deprecated. */
export function OperationName({ text, deprecated = false }: OperationNameProps) {
  if (deprecated === false) return <span class="row-name">{text}</span>;
  return (
    <>
      <s class="row-name" title="Deprecated">
        {text}
      </s>
      <span class="sr-only">deprecated</span>
    </>
  );
}

import type { ListedOperation } from "../../api/contract.ts";

interface OperationNameProps extends Pick<ListedOperation, "deprecated"> {
  readonly text: string;
  /** What is shown if the name is too long. Screen readers read the whole name. */
  readonly short?: string | undefined;
}

/** The name of an operation in a list: struck through, and read out as such, if the operation is deprecated. */
export function OperationName({ text, short, deprecated = false }: OperationNameProps) {
  const Name = deprecated === false ? "span" : "s";
  return (
    <>
      {short === undefined ? (
        <Name class="row-name">{text}</Name>
      ) : (
        <>
          <Name class="row-name cut" aria-hidden="true">
            <CutName short={short} />
          </Name>
          <span class="sr-only">{text}</span>
        </>
      )}
      {deprecated !== false && <span class="sr-only">deprecated</span>}
    </>
  );
}

/** A row may be narrower than expected: then the beginning is cut, never the end. */
function CutName({ short }: { readonly short: string }) {
  const gap = short.lastIndexOf("…");
  return (
    <>
      <span>{short.slice(0, gap)}</span>
      <span>{short.slice(gap)}</span>
    </>
  );
}

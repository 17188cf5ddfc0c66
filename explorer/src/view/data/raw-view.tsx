import { useMemo } from "preact/hooks";
import { LongText } from "../controls/long-text.tsx";

/** Data as the text that it is: to read, to search with the browser, to take parts of. */
export function RawView({ data }: { readonly data: unknown }) {
  const text = useMemo(() => JSON.stringify(data, null, 2) as string | undefined, [data]);
  if (text === undefined) return <p class="empty pad">The operation answered without data.</p>;
  return (
    <div class="raw">
      <LongText text={text} label="Data as JSON" />
    </div>
  );
}

import { useMemo } from "preact/hooks";
import { formatSize } from "../form/bytes.ts";

/** More would stop the browser while it breaks the lines. */
const LONGEST_RAW = 200_000;

/** Data as the text that it is: to read, to search with the browser, to take parts of. */
export function RawView({ data }: { readonly data: unknown }) {
  const text = useMemo(() => JSON.stringify(data, null, 2) as string | undefined, [data]);
  if (text === undefined) return <p class="empty pad">The operation answered without data.</p>;
  return (
    <div class="raw">
      {text.length > LONGEST_RAW && (
        <p class="hint">
          The beginning of {formatSize(text.length)}. “Copy” and “Download” give all of it.
        </p>
      )}
      <pre class="code-block" tabIndex={0} aria-label="Data as JSON">
        {text.slice(0, LONGEST_RAW)}
      </pre>
    </div>
  );
}

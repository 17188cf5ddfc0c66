import { formatSize } from "../../data/format.ts";

/** Longer texts block the browser for seconds while it breaks the lines. */
const LONGEST_TEXT = 200_000;

interface LongTextProps {
  readonly text: string;
  readonly label: string;
}

/** A text of any length. The page shows as much of it as a browser can handle. */
export function LongText({ text, label }: LongTextProps) {
  return (
    <>
      {text.length > LONGEST_TEXT && (
        <p class="hint">
          This is the first {formatSize(LONGEST_TEXT)} of {formatSize(text.length)}. Copy or download it to get
          everything.
        </p>
      )}
      <pre class="code-block" tabIndex={0} aria-label={label}>
        {text.slice(0, LONGEST_TEXT)}
      </pre>
    </>
  );
}

import { formatSize } from "../../data/format.ts";

/** More would stop the browser for seconds, while it breaks the lines. */
const LONGEST_TEXT = 200_000;

interface LongTextProps {
  readonly text: string;
  readonly label: string;
}

/** A text of any length, of which so much is shown as a browser can bear. */
export function LongText({ text, label }: LongTextProps) {
  return (
    <>
      {text.length > LONGEST_TEXT && (
        <p class="hint">
          The first {formatSize(LONGEST_TEXT)} of {formatSize(text.length)}: copy or download it to have all.
        </p>
      )}
      <pre class="code-block" tabIndex={0} aria-label={label}>
        {text.slice(0, LONGEST_TEXT)}
      </pre>
    </>
  );
}

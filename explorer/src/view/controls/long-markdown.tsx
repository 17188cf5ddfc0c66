import { useState } from "preact/hooks";
import { MarkdownView } from "./markdown-view.tsx";

/** A longer description is cut, so that the form stays on the screen. */
const LONGEST_WORDS = 500;
const MOST_LINES = 6;

interface LongMarkdownProps {
  readonly text: string;
  readonly class: string;
  /** For the text itself, without the button below it. */
  readonly id?: string;
}

/** A description that shows its beginning until the user wants the rest. */
export function LongMarkdown({ text, class: name, id }: LongMarkdownProps) {
  const [isWhole, setWhole] = useState(false);
  const isLong = text.length > LONGEST_WORDS || text.split("\n").length > MOST_LINES;
  return (
    <div class={name}>
      <div id={id} class={isLong && !isWhole ? "clipped" : undefined}>
        <MarkdownView text={text} />
      </div>
      {isLong && (
        <button type="button" class="link" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? "Show less" : "Show the whole description"}
        </button>
      )}
    </div>
  );
}

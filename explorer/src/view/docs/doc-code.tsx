import { useEffect, useState } from "preact/hooks";
import { CopyButton } from "../controls/copy-button.tsx";
import type { CodePart } from "./highlight.ts";

interface DocCodeProps {
  readonly text: string;
  readonly language: string;
}

/** A code sample: plain at first, coloured once the highlighter has loaded. */
export function DocCode({ text, language }: DocCodeProps) {
  const [parts, setParts] = useState<readonly CodePart[]>();
  useEffect(() => {
    let isShown = true;
    void import("./highlight.ts").then(
      ({ highlight }) => isShown && setParts(highlight(text, language)),
      // The code stays plain.
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, [text, language]);
  return (
    <div class="doc-code">
      <pre tabIndex={0} aria-label="Code">
        {parts === undefined
          ? text
          : parts.map((part, index) =>
              part.look === "" ? (
                part.text
              ) : (
                <span key={String(index)} class={part.look}>
                  {part.text}
                </span>
              ),
            )}
      </pre>
      <CopyButton text={text} label="Copy the code" />
    </div>
  );
}

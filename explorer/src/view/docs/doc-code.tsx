import { useEffect, useState } from "preact/hooks";
import { CopyButton } from "../controls/copy-button.tsx";
import type { CodePart } from "./highlight.ts";

interface DocCodeProps {
  readonly text: string;
  readonly language: string;
}

/** A sample: plain at once, in colours as soon as their code is there. */
export function DocCode({ text, language }: DocCodeProps) {
  const [parts, setParts] = useState<readonly CodePart[]>();
  useEffect(() => {
    let isShown = true;
    void import("./highlight.ts").then(
      ({ highlight }) => isShown && setParts(highlight(text, language)),
      // It stays plain.
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

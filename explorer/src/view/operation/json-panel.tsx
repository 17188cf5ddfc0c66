import { effect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { formatSize } from "../../data/format.ts";
import type { Bench } from "../../state/workbench.ts";
import { NumberNotes } from "../controls/number-notes.tsx";

/** A longer text would make every key stroke slow. */
const LONGEST_TEXT = 500_000;

export function JsonPanel({ bench }: { readonly bench: Bench }) {
  const { input } = bench;
  const problem = input.textProblem.value;
  const size = input.text.value.length;
  return (
    <section class="panel json-panel" aria-labelledby="json-title">
      <div class="panel-head">
        <h2 id="json-title">JSON</h2>
        <span class="json-problem" role="status">
          {problem === undefined ? "" : "Not valid yet"}
        </span>
        <button
          type="button"
          class="button small quiet"
          disabled={problem !== undefined}
          onClick={() => input.format()}
        >
          Format
        </button>
      </div>
      {size > LONGEST_TEXT ? (
        <p class="notice">
          The input has {formatSize(size)} of JSON, which is too much to edit here. You can still change it in the form.
        </p>
      ) : (
        <>
          <Editor bench={bench} />
          <NumberNotes problems={input.numberProblems.value} />
        </>
      )}
    </section>
  );
}

function Editor({ bench }: { readonly bench: Bench }) {
  const host = useRef<HTMLDivElement>(null);
  const { input } = bench;
  useEffect(() => {
    let leave = (): void => undefined;
    let isLeft = false;
    // A separate file: the editor is most of the page's code, and the rest need not wait for it.
    void import("../../editor/json-editor-view.ts").then(({ createJsonEditor }) => {
      if (host.current === null || isLeft) return;
      const editor = createJsonEditor({
        host: host.current,
        text: input.text.peek(),
        label: "Input as JSON",
        onChange: (text) => input.setText(text),
      });
      const stopFollowing = effect(() => editor.setText(input.text.value));
      leave = () => {
        stopFollowing();
        editor.destroy();
      };
    });
    return () => {
      isLeft = true;
      leave();
    };
  }, []);
  return <div ref={host} class="json-editor" />;
}

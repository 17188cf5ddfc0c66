import { EditorState } from "@codemirror/state";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { smallestChange } from "./json-editor-view.ts";
import { redo, undo, undoHistory } from "./undo-history.ts";

test("the smallest change makes one text of the other, and touches nothing that both share", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "\n") });
  fc.assert(
    fc.property(text, text, (from, to) => {
      const change = smallestChange(from, to);
      expect(from.slice(0, change.from) + change.insert + from.slice(change.to)).toBe(to);
      expect(change.insert.length).toBeLessThanOrEqual(to.length);
    }),
  );
});

/** An editor without its view. */
function editing(doc: string) {
  let state = EditorState.create({ doc, extensions: undoHistory() });
  return {
    change(insert: string, userEvent?: string) {
      state = state.update({ changes: { from: state.doc.length, insert }, ...(userEvent && { userEvent }) }).state;
    },
    run(command: typeof undo) {
      command({ state, dispatch: (transaction) => (state = transaction.state) });
      return state.doc.toString();
    },
  };
}

test("typing is taken back in one step, other changes one by one, and all can be done again", () => {
  const editor = editing("[");
  editor.change(" 1");
  for (const key of "234") editor.change(key, "input.type");
  editor.change("]");
  expect(editor.run(undo)).toBe("[ 1234");
  expect(editor.run(undo)).toBe("[");
  expect(editor.run(undo)).toBe("[");
  expect(editor.run(redo)).toBe("[ 1234");
  expect(editor.run(redo)).toBe("[ 1234]");
});

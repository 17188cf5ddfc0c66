import { EditorView } from "@codemirror/view";
import type { Extension } from "@codemirror/state";

/**
 * Text typed over a selection. By default, Chromium keeps the look of the first selected character with a `style`
 * attribute. The page's policy forbids that, so each such key press would be reported as a violation.
 */
export const plainTyping: Extension = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { from, to, empty } = view.state.selection.main;
    const text = event.data;
    if (event.inputType !== "insertText" || event.isComposing || text === null || empty) return false;
    const insert = () => view.state.update(view.state.replaceSelection(text), { userEvent: "input.type" });
    const isTaken = view.state.facet(EditorView.inputHandler).some((take) => take(view, from, to, text, insert));
    if (!isTaken) view.dispatch(insert());
    event.preventDefault();
    return true;
  },
});

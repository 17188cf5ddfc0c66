/**
 * CodeMirror in a shadow root. There it adds its styles as adopted style sheets, which the page's content security
 * policy allows. In the document itself it would write a `style` element, which that policy forbids.
 */
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { EditorState } from "@codemirror/state";
import type { Extension } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import { smallestChange } from "./smallest-change.ts";

export interface EditorOptions {
  readonly host: HTMLElement;
  readonly text: string;
  readonly label: string;
  /** Called for what the user types, not for `setText`. */
  readonly onChange: (text: string) => void;
}

export interface TextEditor {
  /** Keeps the cursor position if the text around it stays the same. */
  readonly setText: (text: string) => void;
  readonly destroy: () => void;
}

/** Opens an editor with undo and the usual keys. Extensions come before them. */
export function openEditor(
  { host, text, label, onChange }: EditorOptions,
  extensions: Extension,
): TextEditor & { readonly view: EditorView } {
  const shadow = host.attachShadow({ mode: "open", delegatesFocus: true });
  let isOurs = false;
  const view = new EditorView({
    root: shadow,
    parent: shadow,
    state: EditorState.create({
      doc: text,
      extensions: [
        extensions,
        history(),
        EditorView.contentAttributes.of({ "aria-label": label, "aria-multiline": "true" }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !isOurs) onChange(update.state.doc.toString());
        }),
        // Ctrl-Enter runs the operation or the program, so the editor must not handle it.
        keymap.of([...defaultKeymap.filter(({ key }) => key !== "Mod-Enter"), ...historyKeymap]),
      ],
    }),
  });
  return {
    view,
    setText(next) {
      const current = view.state.doc.toString();
      if (current === next) return;
      isOurs = true;
      view.dispatch({ changes: smallestChange(current, next) });
      isOurs = false;
    },
    destroy: () => view.destroy(),
  };
}

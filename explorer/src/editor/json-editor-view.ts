/**
 * CodeMirror in a shadow root. There it adds its styles as adopted style sheets, which the page's content security
 * policy allows. In the document itself it would write a `style` element, which that policy forbids.
 */
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { json, jsonParseLinter } from "@codemirror/lang-json";
import { linter } from "@codemirror/lint";
import type { Diagnostic } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import type { Extension } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import { numberProblems } from "../form/number-problems.ts";
import { editorLook } from "./editor-look.ts";
import { smallestChange } from "./smallest-change.ts";

export interface JsonEditorOptions {
  readonly host: HTMLElement;
  readonly text: string;
  readonly label: string;
  readonly onChange: (text: string) => void;
}

export interface JsonEditor {
  /** Keeps the cursor position if the text around it stays the same. */
  setText(text: string): void;
  destroy(): void;
}

export function createJsonEditor({ host, text, label, onChange }: JsonEditorOptions): JsonEditor {
  const shadow = host.attachShadow({ mode: "open", delegatesFocus: true });
  let isOurs = false;
  const view = new EditorView({
    root: shadow,
    parent: shadow,
    state: EditorState.create({
      doc: text,
      extensions: [
        extensions,
        EditorView.contentAttributes.of({ "aria-label": label, "aria-multiline": "true" }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !isOurs) onChange(update.state.doc.toString());
        }),
      ],
    }),
  });
  return {
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

const parse = jsonParseLinter();

function findProblems(view: EditorView): Diagnostic[] {
  const text = view.state.doc.toString();
  // An empty text means no input.
  if (text.trim() === "") return [];
  const problems = parse(view);
  if (problems.length > 0) return problems;
  return numberProblems(text).map(({ from, to, message, isRefused }) => ({
    from,
    to,
    message,
    severity: isRefused ? "error" : "warning",
  }));
}

const extensions: Extension = [
  json(),
  history(),
  editorLook({ minHeight: "120px", maxHeight: "320px" }),
  linter(findProblems, { delay: 300 }),
  // Ctrl-Enter runs the operation, so the editor must not handle it.
  keymap.of([...defaultKeymap.filter(({ key }) => key !== "Mod-Enter"), ...historyKeymap]),
];

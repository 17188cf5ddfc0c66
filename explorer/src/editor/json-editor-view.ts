/**
 * CodeMirror in a shadow root. There it adds its styles as adopted style sheets, which the page's content security
 * policy allows. In the document itself it would write a `style` element, which that policy forbids.
 */
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { json, jsonParseLinter } from "@codemirror/lang-json";
import { bracketMatching, HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { linter } from "@codemirror/lint";
import type { Diagnostic } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import type { Extension } from "@codemirror/state";
import { drawSelection, EditorView, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { numberProblems } from "../form/number-problems.ts";

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

/** One replacement between the common start and the common end of both texts. */
export function smallestChange(from: string, to: string): { from: number; to: number; insert: string } {
  const shortest = Math.min(from.length, to.length);
  let start = 0;
  while (start < shortest && from[start] === to[start]) start++;
  let end = 0;
  while (end < shortest - start && from[from.length - 1 - end] === to[to.length - 1 - end]) end++;
  return { from: start, to: from.length - end, insert: to.slice(start, to.length - end) };
}

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--json-key)" },
  { tag: tags.string, color: "var(--json-string)" },
  { tag: tags.number, color: "var(--json-number)" },
  { tag: [tags.bool, tags.null], color: "var(--json-word)" },
]);

const look = EditorView.theme({
  "&": {
    color: "var(--text)",
    backgroundColor: "transparent",
    fontSize: "13px",
    minHeight: "120px",
    maxHeight: "320px",
  },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.55", overflow: "auto" },
  ".cm-content": { padding: "10px 0", caretColor: "var(--text)" },
  ".cm-gutters": { backgroundColor: "transparent", color: "var(--faint)", border: "none", paddingLeft: "4px" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    background: "var(--selection)",
  },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--selection)" },
  ".cm-tooltip": { backgroundColor: "var(--surface)", border: "1px solid var(--line)", color: "var(--text)" },
  ".cm-diagnostic": { fontFamily: "var(--sans)", fontSize: "13px", whiteSpace: "pre-wrap" },
});

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
  lineNumbers(),
  drawSelection(),
  bracketMatching(),
  history(),
  syntaxHighlighting(colours),
  look,
  EditorView.lineWrapping,
  EditorState.tabSize.of(2),
  linter(findProblems, { delay: 300 }),
  // Ctrl-Enter runs the operation, so the editor must not handle it.
  keymap.of([...defaultKeymap.filter(({ key }) => key !== "Mod-Enter"), ...historyKeymap]),
];

import { json, jsonParseLinter } from "@codemirror/lang-json";
import { linter } from "@codemirror/lint";
import type { Diagnostic } from "@codemirror/lint";
import type { Extension } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { numberProblems } from "../form/number-problems.ts";
import { editorLook } from "./editor-look.ts";
import { openEditor } from "./open-editor.ts";
import type { EditorOptions, TextEditor } from "./open-editor.ts";

/** The editor of inputs as JSON. */
export function createJsonEditor(options: EditorOptions): TextEditor {
  return openEditor(options, extensions);
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
  editorLook({ minHeight: "120px", maxHeight: "320px" }),
  linter(findProblems, { delay: 300 }),
];

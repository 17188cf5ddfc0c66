/** The editor of programs: CodeMirror in a shadow root, as for JSON, with completion from the operations' schemas. */
import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completeFromList,
  completionKeymap,
  ifNotIn,
} from "@codemirror/autocomplete";
import type { CompletionSource } from "@codemirror/autocomplete";
import { localCompletionSource, snippets, typescriptLanguage } from "@codemirror/lang-javascript";
import { indentOnInput, LanguageSupport } from "@codemirror/language";
import { forEachDiagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { keymap, tooltips } from "@codemirror/view";
import { completionLook } from "./completion-look.ts";
import { programCompletion } from "./program-completion.ts";
import { programHelp } from "./program-help.ts";
import type { ProgramLanguage } from "./explanation.ts";
import { editorLook } from "./editor-look.ts";
import { openEditor } from "./open-editor.ts";
import type { EditorOptions, TextEditor } from "./open-editor.ts";

export interface CodeEditorOptions extends EditorOptions {
  readonly language: ProgramLanguage;
}

/** An error at a line of the program. Lines count from 1. */
export interface LineProblem {
  readonly line: number;
  readonly message: string;
}

export interface CodeEditor extends TextEditor {
  /** Marks a line; undefined removes the mark. */
  showProblem(problem: LineProblem | undefined): void;
  /** Moves the cursor to a line, and the focus into the editor. */
  goToLine(line: number): void;
}

export function createCodeEditor({ language, ...options }: CodeEditorOptions): CodeEditor {
  const { view, setText, destroy } = openEditor(options, [
    new LanguageSupport(typescriptLanguage, typescriptLanguage.data.of({ closeBrackets: CLOSED })),
    closeBrackets(),
    indentOnInput(),
    lintGutter(),
    autocompletion({
      override: [
        programCompletion(language),
        notBehindDot(localCompletionSource),
        notBehindDot(ifNotIn(QUIET, completeFromList(KEYWORDS))),
      ],
      icons: false,
    }),
    programHelp(language),
    tooltips({ position: "fixed" }),
    editorLook({ minHeight: "260px", maxHeight: "min(62vh, 640px)" }),
    completionLook,
    keymap.of([...closeBracketsKeymap, ...completionKeymap, ...lintKeymap]),
  ]);
  const lineAt = (line: number) => view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines));
  return {
    setText,
    destroy,
    showProblem(problem) {
      let shown = 0;
      forEachDiagnostic(view.state, () => shown++);
      if (problem === undefined && shown === 0) return;
      view.dispatch(setDiagnostics(view.state, problem === undefined ? [] : [toDiagnostic(problem)]));
    },
    goToLine(line) {
      const { from, text: words } = lineAt(line);
      view.dispatch({ selection: { anchor: from + words.search(/\S|$/) }, scrollIntoView: true });
      view.focus();
    },
  };

  function toDiagnostic({ line, message }: LineProblem) {
    const { from, to, text: words } = lineAt(line);
    return { from: Math.min(to, from + words.search(/\S|$/)), to, severity: "error" as const, message };
  }
}

/** Words of the language, and variables, are not members. */
function notBehindDot(source: CompletionSource): CompletionSource {
  return (context) => (context.matchBefore(/\.\s*[\w$]*$/) === null ? source(context) : null);
}

const CLOSED = { brackets: ["(", "[", "{", "'", '"', "`"] };
const QUIET = ["LineComment", "BlockComment", "String", "TemplateString", "PropertyName", "PropertyDefinition"];
const KEYWORDS = [
  ...snippets,
  ...["await", "async", "const", "let", "return", "throw", "new", "typeof"].map((label) => ({
    label,
    type: "keyword",
  })),
];

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
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { localCompletionSource, snippets, typescriptLanguage } from "@codemirror/lang-javascript";
import { indentOnInput, LanguageSupport } from "@codemirror/language";
import { forEachDiagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { EditorView, keymap, tooltips } from "@codemirror/view";
import { completionLook } from "./completion-look.ts";
import { programCompletion } from "./program-completion.ts";
import { programHelp } from "./program-help.ts";
import type { ProgramLanguage } from "./explanation.ts";
import { editorLook } from "./editor-look.ts";
import { smallestChange } from "./smallest-change.ts";

export interface CodeEditorOptions {
  readonly host: HTMLElement;
  readonly text: string;
  readonly label: string;
  readonly language: ProgramLanguage;
  readonly onChange: (text: string) => void;
}

/** An error at a line of the program. Lines count from 1. */
export interface LineProblem {
  readonly line: number;
  readonly message: string;
}

export interface CodeEditor {
  /** Keeps the cursor position if the text around it stays the same. */
  setText(text: string): void;
  /** Marks a line; undefined removes the mark. */
  showProblem(problem: LineProblem | undefined): void;
  /** Moves the cursor to a line, and the focus into the editor. */
  goToLine(line: number): void;
  destroy(): void;
}

export function createCodeEditor({ host, text, label, language, onChange }: CodeEditorOptions): CodeEditor {
  const shadow = host.attachShadow({ mode: "open", delegatesFocus: true });
  let isOurs = false;
  const view = new EditorView({
    root: shadow,
    parent: shadow,
    state: EditorState.create({
      doc: text,
      extensions: [
        new LanguageSupport(typescriptLanguage, typescriptLanguage.data.of({ closeBrackets: CLOSED })),
        history(),
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
        EditorView.contentAttributes.of({ "aria-label": label, "aria-multiline": "true" }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !isOurs) onChange(update.state.doc.toString());
        }),
        keymap.of([
          ...closeBracketsKeymap,
          ...completionKeymap,
          ...lintKeymap,
          // Ctrl-Enter runs the program, so the editor must not handle it.
          ...defaultKeymap.filter(({ key }) => key !== "Mod-Enter"),
          ...historyKeymap,
        ]),
      ],
    }),
  });
  const lineAt = (line: number) => view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines));
  return {
    setText(next) {
      const current = view.state.doc.toString();
      if (current === next) return;
      isOurs = true;
      view.dispatch({ changes: smallestChange(current, next) });
      isOurs = false;
    },
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
    destroy: () => view.destroy(),
  };

  function toDiagnostic({ line, message }: LineProblem) {
    const { from, to, text: words } = lineAt(line);
    return { from: Math.min(to, from + words.search(/\S|$/)), to, severity: "error" as const, message };
  }
}

/** Words of the language, and variables, are no members. */
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

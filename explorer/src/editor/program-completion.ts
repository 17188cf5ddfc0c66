/** The completions of a program, as CodeMirror shows and inserts them. */
import { startCompletion } from "@codemirror/autocomplete";
import type { Completion, CompletionContext, CompletionSource } from "@codemirror/autocomplete";
import { syntaxTree } from "@codemirror/language";
import type { EditorView } from "@codemirror/view";
import { completeProgram } from "../program/complete-program.ts";
import type { ProgramCompletion } from "../program/complete-program.ts";
import { explanation } from "./explanation.ts";
import type { ProgramLanguage } from "./explanation.ts";

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
/** While the word matches this, the editor filters the completions that it has and asks for no new ones. */
const VALID_FOR = /^[\w$]*$/;

export function programCompletion(language: ProgramLanguage): CompletionSource {
  return async (context: CompletionContext) => {
    const before = context.matchBefore(/[\w$.{,:["']\s?$/);
    if (before === null && !context.explicit) return null;
    const text = context.state.doc.toString();
    const world = await language.prepare(text);
    if (context.aborted) return null;
    const found = completeProgram({ tree: syntaxTree(context.state), text, at: context.pos, world });
    if (found === undefined) return null;
    const isBare = found.options.some(({ kind }) => kind === "global");
    // Offer the sandbox's names after a letter, not after every brace.
    if (isBare && !context.explicit && context.matchBefore(/[\w$]+$/) === null) return null;
    return {
      from: found.from,
      options: found.options.map((option) => toCompletion(option, language)),
      ...(found.options.some(({ kind }) => kind === "value") ? {} : { validFor: VALID_FOR }),
    };
  };
}

function toCompletion(option: ProgramCompletion, language: ProgramLanguage): Completion {
  const { label, detail, isFirst, about, operation } = option;
  const hasInfo = about !== undefined || operation !== undefined;
  return {
    label,
    ...(detail === undefined || detail === "" ? {} : { detail }),
    ...(isFirst === true ? { boost: 1 } : {}),
    ...(hasInfo ? { info: () => explanation(option, language) } : {}),
    apply: (view, _completion, from, to) => insert(view, option, { from, to }),
  };
}

interface Range {
  readonly from: number;
  readonly to: number;
}

function insert(view: EditorView, { label, kind }: ProgramCompletion, range: Range): void {
  const { text, cursor = text.length, at = range, goesOn = false } = insertion(view, { label, kind }, range);
  view.dispatch({
    changes: { ...at, insert: text },
    selection: { anchor: at.from + cursor },
    userEvent: "input.complete",
    scrollIntoView: true,
  });
  if (goesOn) startCompletion(view);
}

interface Insertion {
  readonly text: string;
  /** Where the cursor goes, from the start of the text. Default: its end. */
  readonly cursor?: number;
  /** What it replaces, if not the word. */
  readonly at?: Range;
  /** Whether the next completion follows at once. */
  readonly goesOn?: boolean;
}

function insertion(view: EditorView, { label, kind }: ProgramCompletion, { from, to }: Range): Insertion {
  const { doc } = view.state;
  const after = doc.sliceString(to, to + 1);
  if (kind === "input") {
    const name = IDENTIFIER.test(label) ? label : JSON.stringify(label);
    return /^\s*:/.test(doc.sliceString(to, to + 20)) ? { text: name } : { text: `${name}: `, goesOn: true };
  }
  // Also replace a closing quote that the editor inserted by itself.
  if (kind === "value") return { text: label, at: { from, to: after === '"' || after === "'" ? to + 1 : to } };
  const isPlain = IDENTIFIER.test(label);
  const isMember = !isPlain && doc.sliceString(from - 1, from) === ".";
  const at = isMember ? { from: from - 1, to } : { from, to };
  const name = isPlain ? label : `[${JSON.stringify(label)}]`;
  if (kind === "namespace") return { text: `${name}.`, at, goesOn: true };
  if (kind !== "operation" || after === "(") return { text: name, at };
  return { text: `${name}({})`, cursor: name.length + 2, at, goesOn: true };
}

/** Types under the mouse, and the signature of the call that is being written. */
import { syntaxTree } from "@codemirror/language";
import { StateEffect, StateField } from "@codemirror/state";
import type { EditorState, Extension } from "@codemirror/state";
import { hoverTooltip, keymap, showTooltip, ViewPlugin } from "@codemirror/view";
import type { EditorView, Tooltip, ViewUpdate } from "@codemirror/view";
import { explainCall, explainWord } from "../program/explain-program.ts";
import type { ProgramExplanation } from "../program/explain-program.ts";
import { explanation } from "./explanation.ts";
import type { ProgramLanguage } from "./explanation.ts";

export function programHelp(language: ProgramLanguage): Extension {
  return [
    hoverTooltip(async (view, at) => {
      const found = await explainAt(view.state, at, { explain: explainWord, language });
      return found === undefined ? null : await toTooltip(found, language, found.to);
    }),
    shownSignature,
    ViewPlugin.define((view) => new SignatureHelp(view, language)),
    keymap.of([{ key: "Escape", run: hideSignature }]),
  ];
}

interface Asking {
  readonly explain: typeof explainWord;
  readonly language: ProgramLanguage;
}

async function explainAt(
  state: EditorState,
  at: number,
  { explain, language }: Asking,
): Promise<ProgramExplanation | undefined> {
  const text = state.doc.toString();
  return explain({ tree: syntaxTree(state), text, at, world: await language.prepare(text) });
}

async function toTooltip(found: ProgramExplanation, language: ProgramLanguage, end?: number): Promise<Tooltip> {
  const dom = await explanation(found, language);
  dom.classList.add("program-help");
  dom.setAttribute("role", "tooltip");
  return { pos: found.from, ...(end === undefined ? {} : { end }), above: true, create: () => ({ dom }) };
}

interface Signature {
  /** Identifies the call that it explains: while this stays the same, the tooltip stays. */
  readonly key: string;
  readonly tooltip: Tooltip;
}

const showSignature = StateEffect.define<Signature | undefined>();

const shownSignature = StateField.define<Signature | undefined>({
  create: () => undefined,
  update(shown, transaction) {
    for (const effect of transaction.effects) if (effect.is(showSignature)) return effect.value;
    if (shown === undefined || !transaction.docChanged) return shown;
    const pos = transaction.changes.mapPos(shown.tooltip.pos);
    return { ...shown, tooltip: { ...shown.tooltip, pos } };
  },
  provide: (field) => showTooltip.from(field, (shown) => shown?.tooltip ?? null),
});

function hideSignature(view: EditorView): boolean {
  if (view.state.field(shownSignature) === undefined) return false;
  view.dispatch({ effects: showSignature.of(undefined) });
  return true;
}

/** Follows the cursor: within the arguments of a call, it shows what the call takes. */
class SignatureHelp {
  readonly #view: EditorView;
  readonly #language: ProgramLanguage;
  #isGone = false;

  constructor(view: EditorView, language: ProgramLanguage) {
    this.#view = view;
    this.#language = language;
  }

  update({ docChanged, selectionSet, focusChanged, transactions }: ViewUpdate): void {
    if (!docChanged && !selectionSet && !focusChanged) return;
    // The user has not typed the text of a draft.
    const isTyped = transactions.some((transaction) => transaction.isUserEvent("input"));
    if (isTyped || this.#view.state.field(shownSignature) !== undefined) void this.#follow();
  }

  destroy(): void {
    this.#isGone = true;
  }

  async #follow(): Promise<void> {
    const { state } = this.#view;
    const { main } = state.selection;
    const wanted = { explain: explainCall, language: this.#language };
    // Change the view later, even if nothing is found: a view cannot change during another change.
    const found = await (main.empty ? explainAt(state, main.head, wanted).catch(() => undefined) : undefined);
    const key = found === undefined ? "" : `${found.operation ?? found.code} ${found.from}`;
    const made = found === undefined ? undefined : { key, tooltip: await toTooltip(found, this.#language) };
    const now = this.#view.state;
    // The cursor has moved: that place gets its own answer.
    if (this.#isGone || now.doc !== state.doc || !now.selection.eq(state.selection)) return;
    const shown = now.field(shownSignature);
    const isWanted = made !== undefined && this.#view.hasFocus;
    if (isWanted ? shown?.key === key : shown === undefined) return;
    this.#view.dispatch({ effects: showSignature.of(isWanted ? made : undefined) });
  }
}

/** Undo and redo for the editor: just what a small JSON document needs. */
import { Annotation, StateField } from "@codemirror/state";
import type { ChangeSet, Extension, StateCommand, Transaction } from "@codemirror/state";
import { keymap } from "@codemirror/view";

interface Step {
  /** What takes the change back. */
  readonly back: ChangeSet;
  readonly at: number;
}

interface Steps {
  readonly done: readonly Step[];
  readonly undone: readonly ChangeSet[];
}

const MOST_STEPS = 200;
/** Typing without a longer pause is one step. */
const PAUSE_MS = 600;

const travel = Annotation.define<"undo" | "redo">();

const steps = StateField.define<Steps>({
  create: () => ({ done: [], undone: [] }),
  update(current, transaction) {
    if (!transaction.docChanged) return current;
    const back = transaction.changes.invert(transaction.startState.doc);
    const at = Date.now();
    switch (transaction.annotation(travel)) {
      case "undo":
        return { done: current.done.slice(0, -1), undone: [...current.undone, back] };
      case "redo":
        return { done: [...current.done, { back, at: 0 }], undone: current.undone.slice(0, -1) };
      default:
        return { done: withStep(current.done, { back, at }, transaction), undone: [] };
    }
  },
});

function withStep(done: readonly Step[], step: Step, transaction: Transaction): readonly Step[] {
  const last = done.at(-1);
  const joins = last !== undefined && isKeyStroke(transaction) && step.at - last.at < PAUSE_MS;
  if (joins) return [...done.slice(0, -1), { back: step.back.compose(last.back), at: step.at }];
  return [...done, step].slice(-MOST_STEPS);
}

function isKeyStroke(transaction: Transaction): boolean {
  let isOne = transaction.isUserEvent("input.type");
  transaction.changes.iterChanges((from, to, _start, _end, inserted) => {
    isOne &&= from === to && inserted.length === 1;
  });
  return isOne;
}

export const undo: StateCommand = ({ state, dispatch }) => {
  const changes = state.field(steps).done.at(-1)?.back;
  if (changes !== undefined) dispatch(state.update({ changes, annotations: travel.of("undo"), scrollIntoView: true }));
  return true;
};

export const redo: StateCommand = ({ state, dispatch }) => {
  const changes = state.field(steps).undone.at(-1);
  if (changes !== undefined) dispatch(state.update({ changes, annotations: travel.of("redo"), scrollIntoView: true }));
  return true;
};

export function undoHistory(): Extension {
  return [
    steps,
    keymap.of([
      { key: "Mod-z", run: undo, preventDefault: true },
      { key: "Mod-y", mac: "Mod-Shift-z", run: redo, preventDefault: true },
      { key: "Mod-Shift-z", run: redo, preventDefault: true },
    ]),
  ];
}

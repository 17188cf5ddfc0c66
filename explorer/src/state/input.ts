/** The input of one operation: a value that the form shows, and the text of the JSON editor, each following the other. */
import { batch, computed, signal } from "@preact/signals";
import type { ReadonlySignal } from "@preact/signals";
import { withoutErrorsAt } from "../form/field-errors.ts";
import type { FieldError } from "../form/field-errors.ts";
import { formNode } from "../form/form-node.ts";
import type { Choices, FormNode, FormSource } from "../form/form-node.ts";
import { initialValue, valueForBranch } from "../form/initial-value.ts";
import { isSameJSON } from "../../../src/shared/is-same-json.ts";
import { isWithin, setAt, toPointer } from "../form/json-path.ts";
import type { Path } from "../form/json-path.ts";
import { SchemaDocument } from "../form/schema-document.ts";
import { Secrets } from "../form/secrets.ts";
import type { Branch } from "../form/shape.ts";

export interface InputState {
  /** Undefined: no input at all. */
  readonly value: ReadonlySignal<unknown>;
  readonly text: ReadonlySignal<string>;
  /** Why the text is no JSON; the form waits until it is. */
  readonly textProblem: ReadonlySignal<string | undefined>;
  readonly errors: ReadonlySignal<readonly FieldError[]>;
  readonly source: ReadonlySignal<FormSource>;
  readonly root: ReadonlySignal<FormNode>;
  readonly secrets: Secrets;
  /** From the form; undefined removes what is there. */
  set(path: Path, value: unknown): void;
  /** From the form: another branch of a union. */
  choose(node: FormNode, index: number, branch: Branch): void;
  /** From the editor. */
  setText(text: string): void;
  /** From the history, or back to the start. */
  replace(value: unknown): void;
  reset(): void;
  /** Writes the text anew, with line breaks; the value stays. */
  format(): void;
  showErrors(errors: readonly FieldError[]): void;
}

export function createInput(schema: unknown): InputState {
  const document = new SchemaDocument(schema);
  const start = initialValue(document, document.root);
  const value = signal(start);
  const text = signal(toText(start));
  const textProblem = signal<string | undefined>(undefined);
  const errors = signal<readonly FieldError[]>([]);
  const choices = signal<Choices>(new Map());
  const source = computed((): FormSource => ({ document, choices: choices.value }));
  const root = computed(() =>
    formNode(source.value, { path: [], schema: document.root, value: value.value, required: true }),
  );

  const show = (next: unknown): void => {
    value.value = next;
    text.value = toText(next);
    textProblem.value = undefined;
  };
  const set = (path: Path, change: unknown): void => {
    batch(() => {
      const next = setAt(value.value, path, change);
      if (change === undefined || !isSameJSON(next, value.value)) show(next);
      errors.value = withoutErrorsAt(errors.value, toPointer(path));
    });
  };

  return {
    value,
    text,
    textProblem,
    errors,
    source,
    root,
    secrets: new Secrets(document),
    set,
    choose(node, index, branch) {
      batch(() => {
        // Choices inside belonged to the old branch.
        const kept = [...choices.value].filter(([pointer]) => !isWithin(pointer, node.pointer));
        choices.value = new Map([...kept, [node.pointer, index]]);
        set(node.path, valueForBranch(document, branch, node.value));
      });
    },
    setText(next) {
      if (next === text.value) return;
      batch(() => {
        text.value = next;
        const read = readText(next);
        textProblem.value = read.problem;
        if (read.problem !== undefined || isSameJSON(read.value, value.value)) return;
        value.value = read.value;
        errors.value = [];
      });
    },
    replace(next) {
      batch(() => {
        choices.value = new Map();
        errors.value = [];
        show(next);
      });
    },
    reset() {
      batch(() => {
        choices.value = new Map();
        errors.value = [];
        show(start);
      });
    },
    format() {
      if (textProblem.value === undefined) text.value = toText(value.value);
    },
    showErrors(next) {
      errors.value = next;
    },
  };
}

/** No text is no input. */
export function toText(value: unknown): string {
  return value === undefined ? "" : JSON.stringify(value, null, 2);
}

export function readText(text: string): { readonly value?: unknown; readonly problem?: string } {
  if (text.trim() === "") return {};
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : "This is no JSON." };
  }
}

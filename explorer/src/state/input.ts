/** The input of one operation: the value in the form and the text in the JSON editor, kept in step. */
import { batch, computed, signal } from "@preact/signals";
import type { ReadonlySignal } from "@preact/signals";
import { withoutErrorsAt } from "../form/field-errors.ts";
import type { FieldError } from "../form/field-errors.ts";
import { formNode } from "../form/form-node.ts";
import type { Choices, FormNode, FormSource } from "../form/form-node.ts";
import { initialValue, valueForBranch } from "../form/initial-value.ts";
import { isSameJSON } from "../../../src/shared/json/is-same-json.ts";
import { toPointer } from "../../../src/shared/json/json-pointer.ts";
import { isWithin, setAt } from "../json/json-path.ts";
import type { Path } from "../json/json-path.ts";
import { numberProblems } from "../form/number-problems.ts";
import type { PlacedNumberProblem } from "../form/number-problems.ts";
import { SchemaDocument } from "../form/schema-document.ts";
import { Secrets } from "../form/secrets.ts";
import type { Branch } from "../form/shape.ts";

export interface InputState {
  /** Undefined if there is no input. */
  readonly value: ReadonlySignal<unknown>;
  readonly text: ReadonlySignal<string>;
  /** Why the text is not a valid input. The form waits until it is. */
  readonly textProblem: ReadonlySignal<string | undefined>;
  /** Numbers in the text that the page cannot send as written. */
  readonly numberProblems: ReadonlySignal<readonly PlacedNumberProblem[]>;
  readonly errors: ReadonlySignal<readonly FieldError[]>;
  readonly source: ReadonlySignal<FormSource>;
  readonly root: ReadonlySignal<FormNode>;
  readonly secrets: Secrets;
  /** Called by the form; undefined removes the value. */
  set(path: Path, value: unknown): void;
  /** Called by the form to choose another branch of a union. */
  choose(node: FormNode, index: number, branch: Branch): void;
  /** Called by the editor. */
  setText(text: string): void;
  /** Called by the history. */
  replace(value: unknown): void;
  /** Back to the first value. */
  reset(): void;
  /** Rewrites the text with line breaks; the value stays. */
  format(): void;
  showErrors(errors: readonly FieldError[]): void;
}

export function createInput(schema: unknown): InputState {
  const document = new SchemaDocument(schema);
  const start = initialValue(document, document.root);
  const value = signal(start);
  const text = signal(toInputText(start));
  const textProblem = signal<string | undefined>(undefined);
  const oddNumbers = signal<readonly PlacedNumberProblem[]>([]);
  const errors = signal<readonly FieldError[]>([]);
  const choices = signal<Choices>(new Map());
  const source = computed((): FormSource => ({ document, choices: choices.value }));
  const root = computed(() =>
    formNode(source.value, { path: [], schema: document.root, value: value.value, required: true }),
  );

  const show = (next: unknown): void => {
    value.value = next;
    text.value = toInputText(next);
    textProblem.value = undefined;
    oddNumbers.value = [];
  };
  const set = (path: Path, change: unknown): void => {
    batch(() => {
      const next = setAt(value.value, path, change);
      if (change === undefined || !isSameJSON(next, value.value)) show(next);
      errors.value = withoutErrorsAt(errors.value, toPointer(path));
    });
  };
  const replace = (next: unknown): void => {
    batch(() => {
      choices.value = new Map();
      errors.value = [];
      show(next);
    });
  };

  return {
    value,
    text,
    textProblem,
    numberProblems: oddNumbers,
    errors,
    source,
    root,
    secrets: new Secrets(document),
    set,
    choose(node, index, branch) {
      batch(() => {
        // Choices inside this field belonged to the old branch.
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
        oddNumbers.value = read.numbers;
        if (read.problem !== undefined || isSameJSON(read.value, value.value)) return;
        value.value = read.value;
        errors.value = [];
      });
    },
    replace,
    reset: () => replace(start),
    format() {
      if (textProblem.value === undefined) batch(() => show(value.value));
    },
    showErrors(next) {
      errors.value = next;
    },
  };
}

/** No input is an empty text. */
export function toInputText(value: unknown): string {
  return value === undefined ? "" : JSON.stringify(value, null, 2);
}

export interface ReadText {
  readonly value?: unknown;
  readonly problem?: string;
  readonly numbers: readonly PlacedNumberProblem[];
}

export function readText(text: string): ReadText {
  if (text.trim() === "") return { numbers: [] };
  try {
    const value: unknown = JSON.parse(text);
    const numbers = numberProblems(text);
    const refused = numbers.find(({ isRefused }) => isRefused);
    return refused === undefined ? { value, numbers } : { problem: refused.message, numbers };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : "This is not JSON.", numbers: [] };
  }
}

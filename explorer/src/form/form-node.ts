/** The form as data: the control for each path, made from the schema and the value. */
import { appliedSchema } from "./applied-schema.ts";
import { isTaggedBytes } from "../json/bytes.ts";
import { branchFor, isOfKind } from "./roughly-fits.ts";
import { toPointer } from "../../../src/shared/json/json-pointer.ts";
import { isObject, memberOf } from "../json/json-path.ts";
import type { Path, PathStep } from "../json/json-path.ts";
import type { SchemaDocument } from "./schema-document.ts";
import { shapeOf, textOf } from "./shape.ts";
import type { Shape } from "./shape.ts";

/** The branches that the user chose, by pointer: a value may fit more than one. */
export type Choices = ReadonlyMap<string, number>;

export interface FormSource {
  readonly document: SchemaDocument;
  readonly choices: Choices;
}

export interface FormNode {
  readonly path: Path;
  readonly pointer: string;
  readonly label: string;
  readonly description: string | undefined;
  /** The schema's kind, or `json` if the value is of another kind, so that the user can see and repair it. */
  readonly control: Shape["kind"];
  readonly shape: Shape;
  readonly value: unknown;
  /** Whether the input has a value here. */
  readonly present: boolean;
  readonly required: boolean;
  /** An item of a list. */
  readonly isItem: boolean;
  /** A member whose name the user chose. */
  readonly isNamed: boolean;
  /** The value is of another kind than the schema asks for. */
  readonly mismatch: boolean;
}

interface FormNodeOptions {
  readonly path: Path;
  readonly schema: unknown;
  readonly value: unknown;
  readonly required?: boolean;
  readonly isItem?: boolean;
  readonly isNamed?: boolean;
}

export function formNode({ document }: FormSource, options: FormNodeOptions): FormNode {
  const { path, schema, value, required = false, isItem = false, isNamed = false } = options;
  const shape = shapeOf(document, appliedSchema(document, schema, value));
  const present = value !== undefined;
  const mismatch = present && !isOfKind(shape, value);
  const step = path.at(-1);
  return {
    path,
    pointer: toPointer(path),
    label: labelOf(shape, step),
    description: textOf(shape.schema["description"]),
    control:
      mismatch && !canStay(shape, value)
        ? "json"
        : shape.kind === "json" && isTaggedBytes(value)
          ? "bytes"
          : shape.kind,
    shape,
    value,
    present,
    required,
    isItem,
    isNamed,
    mismatch,
  };
}

/** Whether the usual field can still show the value: a number is often invalid while the user types it. */
function canStay(shape: Shape, value: unknown): boolean {
  if (shape.kind === "enum") return true;
  return (
    (shape.kind === "number" || shape.kind === "integer") && (typeof value === "string" || typeof value === "number")
  );
}

function labelOf(shape: Shape, step: PathStep | undefined): string {
  if (typeof step === "number") return textOf(shape.schema["title"]) ?? `Item ${String(step + 1)}`;
  return step ?? textOf(shape.schema["title"]) ?? "Input";
}

/** Members and items, created only when the form shows them. */
export function childrenOf(source: FormSource, node: FormNode): FormNode[] {
  const { shape, value } = node;
  if (node.control === "object" && shape.kind === "object" && value !== null) return memberNodes(source, node, shape);
  if (node.control !== "array" || shape.kind !== "array" || !Array.isArray(value)) return [];
  return value.map((item: unknown, index) =>
    formNode(source, {
      path: [...node.path, index],
      schema: shape.prefix[index] ?? shape.items ?? true,
      value: item,
      required: index < shape.prefix.length,
      isItem: true,
    }),
  );
}

function memberNodes(source: FormSource, node: FormNode, shape: Extract<Shape, { kind: "object" }>): FormNode[] {
  const object = isObject(node.value) ? node.value : {};
  const known = shape.properties.map(({ key, schema, required }) =>
    formNode(source, { path: [...node.path, key], schema, value: memberOf(object, key), required }),
  );
  const names = new Set(shape.properties.map(({ key }) => key));
  const others = Object.keys(object)
    .filter((key) => !names.has(key))
    .map((key) =>
      formNode(source, {
        path: [...node.path, key],
        schema: shape.additional ?? true,
        value: object[key],
        isNamed: true,
      }),
    );
  return [...known, ...others];
}

export interface ChosenBranch {
  /** -1 if there is none yet. */
  readonly index: number;
  /** The field of the chosen branch, at the same path. */
  readonly node: FormNode | undefined;
}

/** The branch that the form shows: the user's choice if the value allows it, otherwise the best match. */
export function chosenBranch(source: FormSource, node: FormNode): ChosenBranch {
  const { shape, value } = node;
  if (shape.kind !== "union" || value === null) return { index: -1, node: undefined };
  const chosen = source.choices.get(node.pointer);
  const branch = chosen === undefined ? undefined : shape.branches[chosen];
  const stillFits =
    branch !== undefined && (value === undefined || isOfKind(shapeOf(source.document, branch.schema), value));
  const index = stillFits && chosen !== undefined ? chosen : branchFor(source.document, shape.branches, value);
  const schema = shape.branches[index]?.schema;
  if (schema === undefined) return { index: -1, node: undefined };
  const { path, required, isItem, isNamed } = node;
  return { index, node: formNode(source, { path, schema, value, required, isItem, isNamed }) };
}

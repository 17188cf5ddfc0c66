/** A schema as a few lines for people. */
import { SchemaReader } from "../../schema/print/schema-view.ts";
import type { Schema } from "../../schema/print/schema-union.ts";
import type { SchemaView } from "../../schema/print/schema-view.ts";
import { htmlToMarkdown } from "../../shared/html-to-markdown.ts";

export interface OutlineRow {
  readonly depth: number;
  /** Empty for the root. */
  readonly name: string;
  readonly isRequired: boolean;
  /** `text`, `list of number`, `one of "a", "b"`. */
  readonly type: string;
  readonly note: string;
}

const DEEPEST = 5;
const MOST_ROWS = 150;
const MOST_CHOICES = 8;

export function outlineSchema(schema: unknown): OutlineRow[] {
  const reader = new SchemaReader(schema);
  const rows: OutlineRow[] = [];
  const addParts = (view: SchemaView, depth: number): void => {
    if (view.union !== undefined) return addForms(view, depth);
    for (const [name, part] of view.properties) {
      if (rows.length >= MOST_ROWS) return;
      addRow(part, { depth, name, isRequired: view.required.has(name) });
    }
    if (isNamed(view.additional)) addRow(view.additional, { depth, name: "<name>", isRequired: false });
  };
  /** What all forms have, then each form by itself. */
  const addForms = (view: SchemaView, depth: number): void => {
    const { tag, variants } = view.union ?? { tag: undefined, variants: [] };
    const forms = variants.map(({ value, schema: form }) => ({ value, form: reader.view(form) }));
    const isShared = (name: string, part: unknown): boolean =>
      name === tag || forms.every(({ form }) => isSame(form.properties.get(name), part));
    const shared = [...view.properties].filter(([name, part]) => isShared(name, part));
    const names = new Set(shared.map(([name]) => name));
    for (const [name, part] of shared) addRow(part, { depth, name, isRequired: view.required.has(name) });
    for (const [index, { value, form }] of forms.entries()) {
      const own = [...form.properties].filter(([name]) => !names.has(name));
      if (rows.length >= MOST_ROWS || own.length === 0) continue;
      const name = tag === undefined ? `form ${index + 1}` : `${tag} ${JSON.stringify(value)}`;
      rows.push({ depth, name, isRequired: false, type: "", note: schemaNote(form.schema) });
      if (depth >= DEEPEST) continue;
      for (const [key, part] of own) addRow(part, { depth: depth + 1, name: key, isRequired: form.required.has(key) });
    }
  };
  const addRow = (part: unknown, at: Pick<OutlineRow, "depth" | "name" | "isRequired">): void => {
    const view = reader.view(part);
    rows.push({ ...at, type: typeText(reader, view, 0), note: schemaNote(view.schema) });
    if (at.depth >= DEEPEST) return;
    addParts(innermost(reader, view), at.depth + 1);
  };
  const root = reader.view();
  if (root.kind === "object" && (root.properties.size > 0 || isNamed(root.additional))) addParts(root, 0);
  else addRow(schema, { depth: 0, name: "", isRequired: false });
  return rows;
}

function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

function isNamed(additional: unknown): additional is Schema {
  return typeof additional === "object" && additional !== null;
}

/** The members of a list: their parts are worth showing. */
function innermost(reader: SchemaReader, view: SchemaView): SchemaView {
  let inner = view;
  for (let hops = 0; inner.kind === "list" && hops < DEEPEST; hops++) inner = reader.view(inner.items);
  return inner;
}

function typeText(reader: SchemaReader, view: SchemaView, depth: number): string {
  const text = baseText(reader, view, depth);
  return view.isNullable ? `${text} or null` : text;
}

function baseText(reader: SchemaReader, view: SchemaView, depth: number): string {
  const { kind, choices, schema, types } = view;
  if (kind === "choice") {
    const shown = choices.slice(0, MOST_CHOICES).map((choice) => JSON.stringify(choice));
    if (choices.length > MOST_CHOICES) shown.push("…");
    return choices.length === 1 ? (shown[0] ?? "") : `one of ${shown.join(", ")}`;
  }
  if (kind === "list") return depth > 3 ? "list" : `list of ${typeText(reader, reader.view(view.items), depth + 1)}`;
  if (kind === "base64") return "text in base64";
  if (kind === "text" && typeof schema["format"] === "string") return `text (${schema["format"]})`;
  if (kind === "any") return types.length > 0 ? types.join(" or ") : "anything";
  return kind;
}

const BOUNDS: ReadonlyArray<readonly [string, string]> = [
  ["minimum", "at least"],
  ["exclusiveMinimum", "more than"],
  ["maximum", "at most"],
  ["exclusiveMaximum", "less than"],
  ["minLength", "length at least"],
  ["maxLength", "length at most"],
  ["minItems", "items at least"],
  ["maxItems", "items at most"],
  ["pattern", "pattern"],
];

/** The description, the default and the bounds. */
export function schemaNote(schema: Schema): string {
  const { description, title } = schema;
  const words = typeof description === "string" ? htmlToMarkdown(description) : typeof title === "string" ? title : "";
  const bounds = BOUNDS.filter(([keyword]) => isBound(schema[keyword])).map(
    ([keyword, label]) => `${label} ${String(schema[keyword])}`,
  );
  if (schema["default"] !== undefined) bounds.unshift(`default ${JSON.stringify(schema["default"])}`);
  return [words, bounds.length === 0 ? "" : `(${bounds.join(", ")})`].filter((part) => part !== "").join(" ");
}

function isBound(value: unknown): boolean {
  return typeof value === "number" || typeof value === "string";
}

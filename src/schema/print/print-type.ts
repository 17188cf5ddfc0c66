/**
 * A JSON Schema as a TypeScript type. The type accepts every value that the schema accepts, and often more, because
 * TypeScript has no ranges, patterns or exclusions. One exception: a schema that names properties or items without a
 * `type` is read as an object or array, as its author meant it.
 */
import { commentLines } from "./print-comment.ts";
import { isSchemaObject } from "../types/scope.ts";
import { shorten } from "../../shared/short-text.ts";

export interface PrintTypeOptions {
  /** The name of the type that a reference means; undefined if there is none. */
  readonly refer?: ((ref: string) => string | undefined) | undefined;
  /** Whether properties get their descriptions as JSDoc. Default: true. */
  readonly comments?: boolean | undefined;
  /** The most characters of a description. Default: all. */
  readonly longestComment?: number | undefined;
}

/** How tightly the parts of a type hold together: this decides whether it needs parentheses. */
type Binding = "union" | "intersection" | "unit";

interface Printed {
  readonly text: string;
  readonly binding: Binding;
}

type Schema = Readonly<Record<string, unknown>>;

/** Deeper parts are `unknown`: no reader follows them, and a hostile schema could overflow the stack. */
const MAX_DEPTH = 60;

/** Types up to this length stay on one line. */
const LINE_LENGTH = 80;

const UNKNOWN = unit("unknown");
const NEVER = unit("never");
const ANY_OBJECT = unit("{ [key: string]: unknown }");

const OBJECT_KEYWORDS = ["properties", "required", "additionalProperties", "patternProperties"];
const ARRAY_KEYWORDS = ["items", "prefixItems"];
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/** The text of a type, indented by two spaces per level. */
export function printType(schema: unknown, options: PrintTypeOptions = {}): string {
  return new TypePrinter(options).print(schema, 0).text;
}

/** A name as a property key: quoted if it is not an identifier. */
export function printKey(name: string): string {
  return IDENTIFIER.test(name) ? name : JSON.stringify(name);
}

/** Lines of an object type or namespace, each below the level of the line that opens it. */
export function indent(lines: readonly string[]): string[] {
  return lines.map((line) => (line === "" ? line : `  ${line}`));
}

class TypePrinter {
  readonly #refer: (ref: string) => string | undefined;
  readonly #comments: boolean;
  readonly #longestComment: number | undefined;

  constructor({ refer = () => undefined, comments = true, longestComment }: PrintTypeOptions) {
    this.#refer = refer;
    this.#comments = comments;
    this.#longestComment = longestComment;
  }

  print(schema: unknown, depth: number): Printed {
    if (schema === false) return NEVER;
    if (!isSchemaObject(schema) || depth > MAX_DEPTH) return UNKNOWN;
    const { $ref, allOf, anyOf, oneOf } = schema;
    const printAll = (list: unknown): Printed[] =>
      Array.isArray(list) ? list.map((part) => this.print(part, depth + 1)) : [];
    const own = this.#printOwn(schema, depth);
    const combined = [
      ...(typeof $ref === "string" ? [this.#printRef($ref)] : []),
      ...printAll(allOf),
      ...[anyOf, oneOf].filter(isFilled).map((choices) => union(printAll(choices))),
    ].filter((part) => part !== UNKNOWN);
    // Beside a type that says which object it is, "any object" would only hide misspelt names.
    return intersection(own === ANY_OBJECT && combined.length > 0 ? combined : [own, ...combined]);
  }

  #printRef(ref: string): Printed {
    const name = this.#refer(ref);
    return name === undefined ? UNKNOWN : unit(name);
  }

  /** What the schema says itself, without the schemas that it combines. */
  #printOwn(schema: Schema, depth: number): Printed {
    if ("const" in schema) return printLiteral(schema["const"]);
    const nulls = schema["nullable"] === true ? [unit("null")] : [];
    if (isFilled(schema["enum"])) return union([...schema["enum"].map(printLiteral), ...nulls]);
    const types = typesOf(schema);
    if (types.length === 0) return UNKNOWN;
    return union([...types.map((type) => this.#printTyped(type, schema, depth)), ...nulls]);
  }

  #printTyped(type: unknown, schema: Schema, depth: number): Printed {
    switch (type) {
      case "string":
      case "number":
      case "boolean":
      case "null":
      case "undefined":
      case "bigint":
        return unit(type);
      case "integer":
        return unit("number");
      case "object":
        return this.#printObject(schema, depth);
      case "array":
        return this.#printArray(schema, depth);
      default:
        return UNKNOWN;
    }
  }

  #printObject(schema: Schema, depth: number): Printed {
    const properties = isSchemaObject(schema["properties"]) ? schema["properties"] : {};
    const required = new Set(Array.isArray(schema["required"]) ? (schema["required"] as unknown[]) : []);
    const members = Object.entries(properties).map(([name, property]) =>
      this.#printMember({ name, property, isRequired: required.has(name) }, depth),
    );
    for (const name of required) {
      if (typeof name === "string" && !Object.hasOwn(properties, name)) members.push([`${printKey(name)}: unknown;`]);
    }
    const index = this.#printIndex(schema, members.length > 0, depth);
    if (members.length === 0) return index === undefined ? ANY_OBJECT : unit(`{ [key: string]: ${index} }`);
    return block(index === undefined ? members : [...members, [`[key: string]: ${index};`]]);
  }

  #printMember(
    member: { readonly name: string; readonly property: unknown; readonly isRequired: boolean },
    depth: number,
  ): string[] {
    const { name, property, isRequired } = member;
    const type = this.print(property, depth + 1).text;
    const line = `${printKey(name)}${isRequired ? "" : "?"}: ${type};`;
    return [...(this.#comments ? schemaComment(property, this.#longestComment) : []), ...line.split("\n")];
  }

  /**
   * The type of the properties that have no name in the schema. `undefined` if the schema says nothing about them, so
   * that the compiler reports misspelt names. Beside named properties it is `unknown`, because TypeScript requires
   * every named property to fit it as well.
   */
  #printIndex(schema: Schema, hasMembers: boolean, depth: number): string | undefined {
    const { additionalProperties: more, patternProperties: patterns, unevaluatedProperties: rest } = schema;
    const byPattern = isSchemaObject(patterns) ? Object.values(patterns) : [];
    const isClosed = more === false || (more === undefined && rest === false);
    if (byPattern.length === 0 && isClosed) return hasMembers ? undefined : "never";
    const isOpen = more === true || isSchemaObject(more) || rest === true || isSchemaObject(rest);
    if (byPattern.length === 0 && !isOpen) return undefined;
    if (hasMembers) return "unknown";
    const others = isClosed ? [] : [more ?? rest ?? true];
    return union([...byPattern, ...others].map((part) => this.print(part, depth + 1))).text;
  }

  #printArray(schema: Schema, depth: number): Printed {
    const { items, prefixItems, additionalItems, minItems } = schema;
    // Up to draft 2019-09, a list of `items` is what `prefixItems` is now.
    const prefix = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : [];
    const rest = Array.isArray(items) ? additionalItems : items;
    const item = parenthesised(this.print(rest ?? true, depth + 1));
    if (prefix.length === 0) return rest === false ? unit("[]") : unit(`${item}[]`);
    const least = typeof minItems === "number" ? minItems : 0;
    const elements = prefix.map((part, index) => {
      const element = this.print(part, depth + 1);
      return index < least ? element.text : `${parenthesised(element)}?`;
    });
    return unit(`[${[...elements, ...(rest === false ? [] : [`...${item}[]`])].join(", ")}]`);
  }
}

/** The JSDoc of a schema: its description (or else its title), default and deprecation. */
export function schemaComment(schema: unknown, longest = Infinity): string[] {
  if (!isSchemaObject(schema)) return [];
  const { description, title, deprecated, default: preset } = schema;
  const text = [description, title].find((value) => typeof value === "string" && value !== "");
  const shown = text === undefined ? undefined : inShort(text as string, longest);
  return commentLines(shown, { deprecated: deprecated === true, default: preset });
}

/** A long text ends with its first paragraph, or within it. */
function inShort(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const [first = ""] = text.trim().split(/\n\s*\n/, 1);
  return shorten(first.replaceAll(/\s+/g, " "), longest);
}

function typesOf(schema: Schema): readonly unknown[] {
  const { type } = schema;
  if (type !== undefined) return Array.isArray(type) ? type : [type];
  const has = (keyword: string): boolean => schema[keyword] !== undefined;
  return [...(OBJECT_KEYWORDS.some(has) ? ["object"] : []), ...(ARRAY_KEYWORDS.some(has) ? ["array"] : [])];
}

function printLiteral(value: unknown, depth = 0): Printed {
  if (depth > MAX_DEPTH) return UNKNOWN;
  if (Array.isArray(value)) return unit(`[${value.map((item) => printLiteral(item, depth + 1).text).join(", ")}]`);
  if (isSchemaObject(value)) {
    const members = Object.entries(value).map(([name, part]) => [
      `${printKey(name)}: ${printLiteral(part, depth + 1).text};`,
    ]);
    return members.length === 0 ? ANY_OBJECT : block(members);
  }
  if (typeof value === "number" && !Number.isFinite(value)) return unit("number");
  return unit(JSON.stringify(value) ?? "undefined");
}

function isFilled(list: unknown): list is readonly unknown[] {
  return Array.isArray(list) && list.length > 0;
}

function unit(text: string): Printed {
  return { text, binding: "unit" };
}

function parenthesised({ text, binding }: Printed): string {
  return binding === "unit" ? text : `(${text})`;
}

/** An object type: on one line if it is short and has no comments. */
function block(members: readonly (readonly string[])[]): Printed {
  const line = `{ ${members.map((lines) => lines.join(" ").replace(/;$/, "")).join("; ")} }`;
  if (line.length <= LINE_LENGTH && members.every((lines) => lines.length === 1)) return unit(line);
  return unit(["{", ...indent(members.flat()), "}"].join("\n"));
}

function union(parts: readonly Printed[]): Printed {
  const distinct = distinctParts(parts.filter(({ text }) => text !== "never"));
  if (distinct.some(({ text }) => text === "unknown")) return UNKNOWN;
  const [first] = distinct;
  if (first === undefined) return NEVER;
  return distinct.length === 1 ? first : { text: distinct.map(({ text }) => text).join(" | "), binding: "union" };
}

function intersection(parts: readonly Printed[]): Printed {
  const distinct = distinctParts(parts.filter(({ text }) => text !== "unknown"));
  if (distinct.some(({ text }) => text === "never")) return NEVER;
  const [first] = distinct;
  if (first === undefined) return UNKNOWN;
  if (distinct.length === 1) return first;
  const texts = distinct.map(({ text, binding }) => (binding === "union" ? `(${text})` : text));
  return { text: texts.join(" & "), binding: "intersection" };
}

function distinctParts(parts: readonly Printed[]): Printed[] {
  return [...new Map(parts.map((part) => [part.text, part])).values()];
}

/**
 * What can be written at a place in a program: operations, members of inputs and results, values that an input accepts.
 */
import type { SyntaxNode } from "@lezer/common";
import { listOf } from "../json/json-path.ts";
import { expectedAt } from "./expected-type.ts";
import type { Reading } from "./expected-type.ts";
import { branchesOf, describeType, effectiveSchema, itemOf, membersOf } from "./program-type.ts";
import type { ProgramType } from "./program-type.ts";
import { PROGRAM_GLOBALS } from "./program-world.ts";
import type { ProgramCursor, ProgramWorld } from "./program-world.ts";
import { TypeReader } from "./type-reader.ts";

export interface ProgramCompletion {
  readonly label: string;
  readonly kind: "namespace" | "operation" | "property" | "input" | "method" | "value" | "global";
  readonly detail?: string | undefined;
  readonly about?: string | undefined;
  /** The id of an operation. */
  readonly operation?: string | undefined;
  /** Comes before the others. */
  readonly isFirst?: boolean | undefined;
}

export interface ProgramCompletions {
  /** Where the word that a completion replaces begins. */
  readonly from: number;
  readonly options: readonly ProgramCompletion[];
}

const SILENT = new Set(["LineComment", "BlockComment", "TemplateString", "RegExp"]);

/** Undefined if there is nothing to say. */
export function completeProgram({ tree, text, at, world }: ProgramCursor): ProgramCompletions | undefined {
  const node = tree.resolveInner(at, -1);
  if (SILENT.has(node.name)) return undefined;
  const reader = new TypeReader(text, world);
  const member = memberAt(node);
  if (member !== undefined) {
    const { lastChild } = member;
    const isStarted = lastChild?.name === "PropertyName" && lastChild.from <= at;
    return {
      from: isStarted ? lastChild.from : at,
      options: memberOptions(reader.typeOf(member.firstChild), world),
    };
  }
  const place = placeInLiteral(node, at);
  if (place?.kind === "key") return keyOptions(place, { reader, world, at });
  if (place?.kind === "value") {
    const expected = expectedAt(place.node, { reader, world });
    const options = valueOptions(place.node.name === "ArrayExpression" ? itemOf(expected) : expected);
    if (options.length > 0) return { from: node.name === "String" ? node.from : wordStart(text, at), options };
  }
  if (node.name === "String") return undefined;
  return { from: wordStart(text, at), options: globals };
}

const globals: readonly ProgramCompletion[] = PROGRAM_GLOBALS.map(({ name, detail, about }) => ({
  label: name,
  kind: "global",
  detail,
  about,
}));

function wordStart(text: string, at: number): number {
  let from = at;
  while (from > 0 && /[\w$]/.test(text[from - 1] ?? "")) from--;
  return from;
}

/** The expression whose member is being written. */
function memberAt(node: SyntaxNode): SyntaxNode | undefined {
  const isMember = node.name === "." || node.name === "?." || node.name === "PropertyName";
  return isMember && node.parent?.name === "MemberExpression" ? node.parent : undefined;
}

function memberOptions(type: ProgramType, world: ProgramWorld): ProgramCompletion[] {
  if (type.kind === "env") return envOptions(type.path, world);
  return membersOf(type).map((member) => ({
    label: member.name,
    kind: member.isMethod === true ? "method" : "property",
    detail: describeType(member.type),
    about: member.about,
    isFirst: member.isMethod !== true,
  }));
}

/** The namespaces and operations below a part of `env`. */
function envOptions(path: string, { operations }: ProgramWorld): ProgramCompletion[] {
  const start = path === "" ? "" : `${path}.`;
  const found = new Map<string, ProgramCompletion>();
  for (const { id, title, description, deprecated } of operations) {
    if (!id.startsWith(start)) continue;
    const rest = id.slice(start.length);
    const dot = rest.indexOf(".");
    const label = dot === -1 ? rest : rest.slice(0, dot);
    if (dot !== -1) {
      if (!found.has(label)) found.set(label, { label, kind: "namespace" });
      continue;
    }
    const isOld = deprecated !== undefined && deprecated !== false;
    found.set(label, {
      label,
      kind: "operation",
      detail: isOld ? "deprecated" : title,
      about: description,
      operation: id,
      isFirst: !isOld,
    });
  }
  return [...found.values()];
}

interface LiteralContext {
  readonly kind: "key" | "value";
  /** The object whose key, or the expression whose value, is being written. */
  readonly node: SyntaxNode;
}

const OBJECTS = new Set(["ObjectExpression", "ObjectPattern"]);
const ENDS = new Set(["ArrowFunction", "FunctionExpression", "Block", "Script", "TemplateString"]);

function placeInLiteral(node: SyntaxNode, at: number): LiteralContext | undefined {
  for (let place: SyntaxNode | null = node; place !== null && !ENDS.has(place.name); place = place.parent) {
    if (place.name === "ArrayExpression" || place.name === "String") return { kind: "value", node: place };
    if (place.name === "Property" || place.name === "PatternProperty") {
      const colon = place.getChild(":");
      if (colon !== null && colon.to <= at) return { kind: "value", node: colon };
    }
    if (OBJECTS.has(place.name)) return { kind: "key", node: place };
    // `f(x, |)`: the text here is a separate expression.
    if (place.name === "ArgList" || place.name === "MemberExpression") return undefined;
  }
  return undefined;
}

function keyOptions({ node }: LiteralContext, { reader, world, at }: Reading & { at: number }): ProgramCompletions {
  const written = new Set(
    [...node.getChildren("Property"), ...node.getChildren("PatternProperty")]
      .filter(({ from, to }) => to < at || from > at)
      .map(({ firstChild }) => reader.textOf(firstChild)),
  );
  const under = node.resolve(at, -1);
  const isWord = under.name === "PropertyDefinition" || under.name === "PropertyName";
  const options = membersOf(expectedAt(node, { reader, world }))
    .filter(({ name, isMethod }) => isMethod !== true && !written.has(name))
    .map(({ name, type, about, isRequired }): ProgramCompletion => ({
      label: name,
      kind: "input",
      detail: `${isRequired === true ? "required " : ""}${describeType(type)}`,
      about,
      isFirst: isRequired,
    }));
  return { from: isWord ? under.from : at, options };
}

const MOST_VALUES = 200;

/** The values that a schema lists. */
function valueOptions(type: ProgramType): ProgramCompletion[] {
  const values = new Set<string>();
  const collect = (part: ProgramType, depth: number): void => {
    const schema = effectiveSchema(part);
    if (schema === undefined || part.kind !== "value" || depth > 3) return;
    for (const value of [...listOf(schema["enum"]), ...("const" in schema ? [schema["const"]] : [])])
      if (typeof value !== "object" || value === null) values.add(JSON.stringify(value));
    if (schema["type"] === "boolean") for (const value of ["true", "false"]) values.add(value);
    for (const branch of branchesOf(schema)) collect({ ...part, schema: branch }, depth + 1);
  };
  collect(type, 0);
  return Array.from(values, (label): ProgramCompletion => ({ label, kind: "value" })).slice(0, MOST_VALUES);
}

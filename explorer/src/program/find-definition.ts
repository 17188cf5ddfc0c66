/** Finds where a program defines a variable, and what it is there. */
import type { SyntaxNode } from "@lezer/common";
import { awaited, itemOf, memberType, UNKNOWN } from "./program-type.ts";
import type { ProgramType } from "./program-type.ts";
import { CAUGHT } from "./program-world.ts";

/** What the search needs from the reader of expressions. */
export interface ExpressionReader {
  textOf(node: SyntaxNode | null): string;
  typeOf(node: SyntaxNode | null): ProgramType;
  parameterType(fn: SyntaxNode, index: number): ProgramType;
}

/** Undefined if the program does not define it, as seen from this place. */
export function definitionOf(name: string, from: SyntaxNode, reader: ExpressionReader): ProgramType | undefined {
  for (let place: SyntaxNode | null = from; place !== null; place = place.parent) {
    const type = definedIn(place, name, { from, reader });
    if (type !== undefined) return type;
  }
  return undefined;
}

/** What a variable is where it is defined. Undefined if the node defines none. */
export function definedBy(definition: SyntaxNode, reader: ExpressionReader): ProgramType | undefined {
  const name = reader.textOf(definition);
  for (let place = definition.parent; place !== null; place = place.parent) {
    const isDeclaration = place.name === "VariableDeclaration";
    const type = isDeclaration ? declared(place, name, reader) : definedIn(place, name, { from: place, reader });
    if (type !== undefined) return type;
  }
  return undefined;
}

interface Search {
  readonly from: SyntaxNode;
  readonly reader: ExpressionReader;
}

function definedIn(place: SyntaxNode, name: string, search: Search): ProgramType | undefined {
  const { reader } = search;
  switch (place.name) {
    case "Script":
    case "Block":
      return declaredIn(place, name, search);
    case "ForStatement":
      return loopVariable(place, name, search);
    case "CatchClause":
      return bind(place.getChild("VariableDefinition"), CAUGHT, { name, reader });
    case "ArrowFunction":
    case "FunctionExpression":
    case "FunctionDeclaration":
      return parameter(place, name, search);
    default:
      return undefined;
  }
}

function declaredIn(block: SyntaxNode, name: string, { from, reader }: Search): ProgramType | undefined {
  for (let part = block.firstChild; part !== null; part = part.nextSibling) {
    if (part.name === "FunctionDeclaration" && reader.textOf(part.getChild("VariableDefinition")) === name)
      return { kind: "function", node: part };
    if (part.name !== "VariableDeclaration") continue;
    // A definition can't refer to itself.
    const isOwn = part.from <= from.from && from.to <= part.to;
    const type = isOwn ? undefined : declared(part, name, reader);
    if (type !== undefined) return type;
  }
  return undefined;
}

function declared(declaration: SyntaxNode, name: string, reader: ExpressionReader): ProgramType | undefined {
  let pattern: SyntaxNode | null = null;
  for (let part = declaration.firstChild; part !== null; part = part.nextSibling) {
    if (isPattern(part)) pattern = part;
    if (pattern === null || !bindsName(pattern, name, reader)) continue;
    if (part.name === "Equals") return bind(pattern, reader.typeOf(part.nextSibling), { name, reader });
    if (part.nextSibling === null || part.nextSibling.name === ",") return UNKNOWN;
  }
  return undefined;
}

function loopVariable(loop: SyntaxNode, name: string, { from, reader }: Search): ProgramType | undefined {
  const spec = loop.getChild("ForOfSpec");
  if (spec === null || (spec.from <= from.from && from.to <= spec.to)) return undefined;
  const of = spec.getChild("of");
  const pattern = of?.prevSibling ?? null;
  return bind(pattern, awaited(itemOf(awaited(reader.typeOf(of?.nextSibling ?? null)))), { name, reader });
}

function parameter(fn: SyntaxNode, name: string, { reader }: Search): ProgramType | undefined {
  let index = 0;
  for (let part = fn.getChild("ParamList")?.firstChild ?? null; part !== null; part = part.nextSibling) {
    if (part.name === ",") index++;
    if (isPattern(part) && bindsName(part, name, reader))
      return bind(part, reader.parameterType(fn, index), { name, reader });
  }
  return undefined;
}

interface Binding {
  readonly name: string;
  readonly reader: ExpressionReader;
}

function isPattern({ name }: SyntaxNode): boolean {
  return name === "VariableDefinition" || name === "ObjectPattern" || name === "ArrayPattern";
}

function bindsName(pattern: SyntaxNode, name: string, reader: ExpressionReader): boolean {
  return bind(pattern, UNKNOWN, { name, reader }) !== undefined;
}

/** The type of the name, if the pattern destructures a value of this type. Undefined if the pattern lacks the name. */
function bind(pattern: SyntaxNode | null, type: ProgramType, binding: Binding): ProgramType | undefined {
  if (pattern === null) return undefined;
  const { name, reader } = binding;
  if (pattern.name === "VariableDefinition") return reader.textOf(pattern) === name ? type : undefined;
  if (pattern.name === "ArrayPattern") {
    let index = 0;
    for (let part = pattern.firstChild; part !== null; part = part.nextSibling) {
      if (part.name === ",") index++;
      const item = type.kind === "tuple" ? (type.items[index] ?? UNKNOWN) : itemOf(type);
      const bound = isPattern(part) ? bind(part, item, binding) : undefined;
      if (bound !== undefined) return bound;
    }
    return undefined;
  }
  for (const property of pattern.name === "ObjectPattern" ? pattern.getChildren("PatternProperty") : []) {
    const key = property.getChild("PropertyName");
    const inner = key === null ? property.getChild("VariableDefinition") : (key.nextSibling?.nextSibling ?? null);
    const isRest = property.getChild("Spread") !== null;
    const bound = bind(inner, isRest ? type : memberType(type, reader.textOf(key ?? inner)), binding);
    if (bound !== undefined) return bound;
  }
  return undefined;
}

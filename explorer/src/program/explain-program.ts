/** Explains a word of a program, and the call that is being written. */
import type { SyntaxNode } from "@lezer/common";
import { shorten } from "../../../src/shared/short-text.ts";
import { expectedAt } from "./expected-type.ts";
import { definedBy } from "./find-definition.ts";
import { membersOf, writeType } from "./program-type.ts";
import type { ProgramType } from "./program-type.ts";
import { PROGRAM_GLOBALS } from "./program-world.ts";
import type { ProgramCursor, ProgramWorld } from "./program-world.ts";
import { TypeReader } from "./type-reader.ts";

export interface ProgramExplanation {
  /** What it is about: a word, or the arguments of a call. */
  readonly from: number;
  readonly to: number;
  /** As TypeScript writes it. */
  readonly code?: string | undefined;
  readonly about?: string | undefined;
  /** The id of an operation, whose signature says more. */
  readonly operation?: string | undefined;
}

type Words = Omit<ProgramExplanation, "from" | "to">;

const LONGEST_CODE = 1500;

/** The word at a place. Undefined if there is nothing to say about it. */
export function explainWord({ tree, text, at, world }: ProgramCursor): ProgramExplanation | undefined {
  const node = [tree.resolveInner(at, 1), tree.resolveInner(at, -1)].find(({ name }) => WORDS.has(name));
  if (node === undefined) return undefined;
  const words = wordsFor(node, new TypeReader(text, world), world);
  return words === undefined ? undefined : { from: node.from, to: node.to, ...words };
}

const WORDS = new Set(["VariableName", "VariableDefinition", "PropertyName", "PropertyDefinition"]);

function wordsFor(node: SyntaxNode, reader: TypeReader, world: ProgramWorld): Words | undefined {
  const name = reader.textOf(node);
  const { parent } = node;
  if (node.name === "VariableDefinition") return typed(name, definedBy(node, reader));
  if (node.name === "VariableName") {
    const type = reader.typeOf(node);
    const global = PROGRAM_GLOBALS.find(
      (one) => one.name === name && (one.type === type || one.type.kind === type.kind),
    );
    return global === undefined ? typed(name, type) : { code: `${name}${global.detail}`, about: global.about };
  }
  if (parent?.name === "MemberExpression") {
    const type = reader.typeOf(parent);
    if (type.kind === "env") return operationWords(type.path, world);
    return member(name, reader.typeOf(parent.firstChild));
  }
  const object = parent?.parent;
  if (parent?.name !== "Property" || object?.name !== "ObjectExpression") return undefined;
  return member(name.replaceAll(/^["']|["']$/g, ""), expectedAt(object, { reader, world }));
}

function typed(name: string, type: ProgramType | undefined): Words | undefined {
  const written = type === undefined ? undefined : writeType(type);
  return written === undefined ? undefined : { code: shorten(`${name}: ${written}`, LONGEST_CODE) };
}

function member(name: string, type: ProgramType): Words | undefined {
  const found = membersOf(type).find((one) => one.name === name);
  if (found === undefined) return undefined;
  const words = typed(`${name}${found.isRequired === true ? "" : "?"}`, found.type);
  return words === undefined && found.about === undefined ? undefined : { ...words, about: found.about };
}

function operationWords(path: string, { operations }: ProgramWorld): Words | undefined {
  const operation = operations.find(({ id }) => id === path);
  if (operation !== undefined) return { operation: path, about: operation.description };
  const count = operations.filter(({ id }) => id.startsWith(`${path}.`)).length;
  return count === 0 ? undefined : { code: `env.${path}`, about: count === 1 ? "1 operation" : `${count} operations` };
}

/** The text here is not an argument. */
const ENDS = new Set(["ArrowFunction", "FunctionExpression", "Block", "Script"]);

/** The call whose arguments are being written. */
export function explainCall({ tree, text, at, world }: ProgramCursor): ProgramExplanation | undefined {
  const reader = new TypeReader(text, world);
  let place: SyntaxNode | null = tree.resolveInner(at, -1);
  for (; place !== null && !ENDS.has(place.name); place = place.parent) {
    if (place.name !== "ArgList" || at <= place.from || isClosedBefore(place, at)) continue;
    const callee = place.parent?.firstChild ?? null;
    const words = callee === null ? undefined : callWords(callee, reader, world);
    if (words !== undefined) return { from: place.from, to: place.to, ...words };
  }
  return undefined;
}

function isClosedBefore({ lastChild, to }: SyntaxNode, at: number): boolean {
  return lastChild?.name === ")" && at >= to;
}

function callWords(callee: SyntaxNode, reader: TypeReader, world: ProgramWorld): Words | undefined {
  if (callee.name === "MemberExpression") {
    const type = reader.typeOf(callee);
    const words = type.kind === "env" ? operationWords(type.path, world) : undefined;
    return words?.operation === undefined ? undefined : words;
  }
  const global = PROGRAM_GLOBALS.find(({ name }) => callee.name === "VariableName" && name === reader.textOf(callee));
  return global === undefined || !global.detail.startsWith("(")
    ? undefined
    : { code: `${global.name}${global.detail}`, about: global.about };
}

/** Reads what the expressions of a program are: variables, members, calls, and the parameters of callbacks. */
import type { SyntaxNode } from "@lezer/common";
import { awaited, isList, itemOf, memberType, UNKNOWN, valueType } from "./program-type.ts";
import type { ProgramType } from "./program-type.ts";
import { envAt, PROGRAM_GLOBALS, typesOf } from "./program-world.ts";
import type { ProgramWorld } from "./program-world.ts";
import { definitionOf } from "./find-definition.ts";

/** The depth of nested expressions, and of variables defined by variables. Deeper ones count as unknown. */
const MOST_DEPTH = 40;

/** Array methods that return the same kind of array. */
const SAME = new Set(["filter", "slice", "sort", "toSorted", "reverse", "toReversed", "concat"]);
const ITEM = new Set(["find", "findLast", "at", "pop", "shift"]);
/** Array methods that pass an item to their callback first. */
const EACH = new Set(["map", "filter", "forEach", "find", "findLast", "findIndex", "some", "every", "flatMap"]);
const COMPARING = new Set(["sort", "toSorted"]);

export class TypeReader {
  readonly #text: string;
  readonly #world: ProgramWorld;
  #depth = 0;

  constructor(text: string, world: ProgramWorld) {
    this.#text = text;
    this.#world = world;
  }

  textOf(node: SyntaxNode | null): string {
    return node === null ? "" : this.#text.slice(node.from, node.to);
  }

  typeOf(node: SyntaxNode | null): ProgramType {
    if (node === null || this.#depth > MOST_DEPTH) return UNKNOWN;
    this.#depth++;
    try {
      return this.#read(node);
    } finally {
      this.#depth--;
    }
  }

  /** The parameter of a function at this place: the callback of an array method, or of `then`. */
  parameterType(fn: SyntaxNode, index: number): ProgramType {
    const call = fn.parent?.name === "ArgList" ? fn.parent.parent : null;
    const callee = call?.firstChild ?? null;
    if (callee?.name !== "MemberExpression") return UNKNOWN;
    const name = this.propertyOf(callee);
    const receiver = this.typeOf(callee.firstChild);
    if (name === "then" && index === 0) return awaited(receiver);
    if (!isList(receiver)) return UNKNOWN;
    if (EACH.has(name) && index === 0) return itemOf(receiver);
    if (COMPARING.has(name) || (name === "reduce" && index === 1)) return itemOf(receiver);
    return UNKNOWN;
  }

  /** The name behind the dot, or in the brackets. */
  propertyOf(member: SyntaxNode): string {
    const { lastChild } = member;
    if (lastChild?.name === "PropertyName") return this.textOf(lastChild);
    const string = member.getChild("String");
    return string === null ? "" : this.textOf(string).slice(1, -1);
  }

  #read(node: SyntaxNode): ProgramType {
    switch (node.name) {
      case "VariableName":
        return this.#variable(node);
      case "MemberExpression":
        return this.#member(node);
      case "CallExpression":
        return this.#call(node);
      case "AwaitExpression":
        return awaited(this.typeOf(node.lastChild));
      case "ParenthesizedExpression":
        return this.typeOf(node.firstChild?.nextSibling ?? null);
      // `x!`, `x as T`, `x ?? y`: the type of the left side.
      case "PostfixExpression":
      case "BinaryExpression":
      case "ConditionalExpression":
        return this.typeOf(node.firstChild);
      case "ArrayExpression":
        return { kind: "tuple", items: expressionsIn(node).map((item) => this.typeOf(item)) };
      case "ObjectExpression":
        return { kind: "object", members: this.#properties(node) };
      case "ArrowFunction":
      case "FunctionExpression":
      case "FunctionDeclaration":
        return { kind: "function", node };
      case "String":
      case "TemplateString":
        return TEXT;
      default:
        return UNKNOWN;
    }
  }

  #variable(node: SyntaxNode): ProgramType {
    const name = this.textOf(node);
    const type = definitionOf(name, node, this);
    return type ?? PROGRAM_GLOBALS.find((global) => global.name === name)?.type ?? UNKNOWN;
  }

  #member(node: SyntaxNode): ProgramType {
    const object = this.typeOf(node.firstChild);
    const name = this.propertyOf(node);
    if (object.kind === "env")
      return name === "" ? UNKNOWN : envAt(object.path === "" ? name : `${object.path}.${name}`);
    if (name !== "") return memberType(object, name);
    const index = node.getChild("[") === null ? undefined : Number(this.textOf(node.getChild("Number")));
    return (object.kind === "tuple" && index !== undefined ? object.items[index] : undefined) ?? itemOf(object);
  }

  #call(node: SyntaxNode): ProgramType {
    const callee = node.firstChild;
    const [first] = argumentsOf(node);
    if (callee?.name === "VariableName") return this.#callOf(callee, first);
    if (callee?.name !== "MemberExpression") return UNKNOWN;
    const type = this.typeOf(callee);
    if (type.kind === "env") {
      const operation = this.#world.loaded(type.path);
      return operation === undefined ? UNKNOWN : typesOf(operation).result;
    }
    if (this.textOf(callee) === "Promise.all") return { kind: "promise", of: eachAwaited(this.typeOf(first ?? null)) };
    return this.#methodCall(callee, first);
  }

  #callOf(callee: SyntaxNode, first: SyntaxNode | undefined): ProgramType {
    if (this.textOf(callee) === "unwrap") return memberType(this.typeOf(first ?? null), "data");
    const type = this.typeOf(callee);
    return type.kind === "function" ? this.#returned(type.node) : type;
  }

  #methodCall(callee: SyntaxNode, first: SyntaxNode | undefined): ProgramType {
    const receiver = this.typeOf(callee.firstChild);
    const name = this.propertyOf(callee);
    if (receiver.kind === "promise") return name === "then" ? { kind: "promise", of: this.#result(first) } : receiver;
    if (!isList(receiver)) return UNKNOWN;
    if (SAME.has(name)) return receiver;
    if (ITEM.has(name)) return itemOf(receiver);
    if (name === "map") return { kind: "list", item: this.#result(first) };
    if (name === "flatMap") return { kind: "list", item: itemOf(this.#result(first)) };
    return name === "flat" ? { kind: "list", item: itemOf(itemOf(receiver)) } : UNKNOWN;
  }

  #result(fn: SyntaxNode | undefined): ProgramType {
    const type = this.typeOf(fn ?? null);
    return type.kind === "function" ? this.#returned(type.node) : UNKNOWN;
  }

  #returned(fn: SyntaxNode): ProgramType {
    const body = fn.lastChild;
    const value = body?.name === "Block" ? firstReturned(body) : body;
    const type = this.typeOf(value ?? null);
    return fn.getChild("async") === null ? type : { kind: "promise", of: awaited(type) };
  }

  #properties(node: SyntaxNode): Array<{ name: string; type: ProgramType }> {
    return node.getChildren("Property").flatMap((property) => {
      const key = property.getChild("PropertyDefinition");
      if (key === null) return [];
      const value = property.getChild(":")?.nextSibling ?? null;
      const name = this.textOf(key);
      return [{ name, type: value === null ? (definitionOf(name, node, this) ?? UNKNOWN) : this.typeOf(value) }];
    });
  }
}

const TEXT = valueType({ type: "string" });

function eachAwaited(type: ProgramType): ProgramType {
  if (type.kind === "tuple") return { kind: "tuple", items: type.items.map(awaited) };
  return isList(type) ? { kind: "list", item: awaited(itemOf(type)) } : UNKNOWN;
}

export function argumentsOf(call: SyntaxNode): SyntaxNode[] {
  const list = call.getChild("ArgList");
  return list === null ? [] : expressionsIn(list);
}

/** The parts of a list, without brackets, commas and errors. */
export function expressionsIn(list: SyntaxNode): SyntaxNode[] {
  const parts: SyntaxNode[] = [];
  for (let part = list.firstChild; part !== null; part = part.nextSibling)
    if (/^[A-Z]/.test(part.name)) parts.push(part);
  return parts;
}

const FUNCTIONS = new Set(["ArrowFunction", "FunctionExpression", "FunctionDeclaration", "MethodDeclaration"]);

function firstReturned(block: SyntaxNode): SyntaxNode | undefined {
  for (let part = block.firstChild; part !== null; part = part.nextSibling) {
    if (FUNCTIONS.has(part.name)) continue;
    if (part.name === "ReturnStatement") return expressionsIn(part)[0];
    const within = firstReturned(part);
    if (within !== undefined) return within;
  }
  return undefined;
}

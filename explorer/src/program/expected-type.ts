/** What an operation's input expects at a given place. */
import type { SyntaxNode } from "@lezer/common";
import { itemOf, memberType, UNKNOWN } from "./program-type.ts";
import type { ProgramType } from "./program-type.ts";
import { typesOf } from "./program-world.ts";
import type { ProgramWorld } from "./program-world.ts";
import { argumentsOf } from "./type-reader.ts";
import type { TypeReader } from "./type-reader.ts";

export interface Reading {
  readonly reader: TypeReader;
  readonly world: ProgramWorld;
}

export function expectedAt(node: SyntaxNode, reading: Reading, depth = 0): ProgramType {
  const { parent } = node;
  if (parent === null || depth > 30) return UNKNOWN;
  const above = (): ProgramType => expectedAt(parent, reading, depth + 1);
  const { reader, world } = reading;
  switch (parent.name) {
    case "Property":
    case "PatternProperty": {
      const object = parent.parent;
      const key = reader.textOf(parent.firstChild).replaceAll(/^["']|["']$/g, "");
      return object === null ? UNKNOWN : memberType(expectedAt(object, reading, depth + 1), key);
    }
    case "ArrayExpression":
      return itemOf(above());
    case "ParenthesizedExpression":
    // The parser reads an unfinished object as a pattern.
    case "AssignmentExpression":
      return above();
    case "ArgList": {
      const call = parent.parent;
      const callee = call?.firstChild ?? null;
      const type = reader.typeOf(callee);
      const operation = type.kind === "env" ? world.loaded(type.path) : undefined;
      const isFirst = call !== null && (argumentsOf(call)[0]?.from ?? node.from) === node.from;
      return operation === undefined || !isFirst ? UNKNOWN : typesOf(operation).input;
    }
    default:
      return UNKNOWN;
  }
}

/** What a program can reach: its caller's operations, and what the sandbox provides to every program. */
import type { Tree } from "@lezer/common";
import type { ListedOperation, LoadedOperation } from "../api/contract.ts";
import { UNKNOWN, valueType } from "./program-type.ts";
import type { Member, ProgramType } from "./program-type.ts";

export interface ProgramWorld {
  /** Every operation that the user may call. */
  readonly operations: readonly ListedOperation[];
  /** An operation with its schemas, if they are loaded. */
  loaded(id: string): LoadedOperation | undefined;
}

/** A position in a program, and what the program can reach. */
export interface ProgramCursor {
  readonly tree: Tree;
  readonly text: string;
  readonly at: number;
  readonly world: ProgramWorld;
}

interface OperationTypes {
  readonly input: ProgramType;
  readonly result: ProgramType;
}

const known = new WeakMap<LoadedOperation, OperationTypes>();

/** What an operation takes, and what it returns. */
export function typesOf(operation: LoadedOperation): OperationTypes {
  let types = known.get(operation);
  if (types === undefined) known.set(operation, (types = makeTypes(operation)));
  return types;
}

function makeTypes({ inputSchema, outputSchema, type }: LoadedOperation): OperationTypes {
  const members: readonly Member[] = [
    { name: "data", type: valueType(outputSchema), isRequired: true, about: "What the operation answered." },
    { name: "meta", type: UNKNOWN, isRequired: true, about: "Where the answer comes from; headers of HTTP answers." },
  ];
  const envelope: ProgramType = { kind: "object", members };
  const result: ProgramType =
    type === "SUBSCRIPTION" ? { kind: "stream", item: envelope } : { kind: "promise", of: envelope };
  return { input: valueType(inputSchema), result };
}

const found = { id: { type: "string" }, type: { type: "string" }, description: { type: "string" } };
const listOfFound = (properties: object): ProgramType => ({
  kind: "promise",
  of: valueType({ type: "array", items: { type: "object", properties } }),
});

export interface ProgramGlobal {
  readonly name: string;
  readonly detail: string;
  readonly about: string;
  /** Its type or, for a function, the type that it returns. */
  readonly type: ProgramType;
}

/** As `CODE_PRELUDE` makes them. */
export const PROGRAM_GLOBALS: readonly ProgramGlobal[] = [
  { name: "env", detail: "operations", about: "Calls operations: env.namespace.name(input).", type: envAt("") },
  {
    name: "search",
    detail: "(words, { limit })",
    about: "Finds operations by what they do.",
    type: listOfFound(found),
  },
  {
    name: "describe",
    detail: "(...ids)",
    about: "Returns the signatures of operations.",
    type: listOfFound({ ...found, signature: { type: "string" } }),
  },
  { name: "unwrap", detail: "(envelope)", about: "The data of an envelope.", type: UNKNOWN },
  { name: "console", detail: "", about: "Writes lines that arrive with the result.", type: consoleType() },
  { name: "CallError", detail: "class", about: "What a failed call throws: code, message, details.", type: UNKNOWN },
];

export function envAt(path: string): ProgramType {
  return { kind: "env", path };
}

function consoleType(): ProgramType {
  const names = ["log", "info", "warn", "error", "debug"];
  return { kind: "object", members: names.map((name) => ({ name, type: UNKNOWN, isMethod: true })) };
}

/** What a caught error has. */
export const CAUGHT: ProgramType = valueType({
  type: "object",
  properties: {
    code: { type: "string", description: "The error code, if a call failed." },
    message: { type: "string" },
    details: { description: "What the operation says about it." },
    phase: { enum: ["notStarted", "started", "unknown"], description: "Whether the operation ran." },
    retryable: { type: "boolean" },
  },
});

const PATH = /\benv((?:\s*\??\.\s*[\w$]+|\s*\[\s*(?:"[^"]*"|'[^']*')\s*\])+)/g;
const SEGMENT = /[\w$-]+(?:[.][\w$-]+)*/g;

/** The ids of the operations that a program names. Their schemas must be loaded. */
export function operationsIn(text: string, world: ProgramWorld): string[] {
  const ids = new Set(world.operations.map(({ id }) => id));
  const named = new Set<string>();
  for (const [, path = ""] of text.matchAll(PATH)) {
    let id = "";
    for (const [segment] of path.matchAll(SEGMENT)) {
      id = id === "" ? segment : `${id}.${segment}`;
      if (ids.has(id)) named.add(id);
    }
  }
  return [...named];
}

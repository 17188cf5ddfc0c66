import type { Identity } from "../../../operation/access-control.ts";
import type { OperationSpec } from "../../../operation/operation-spec.ts";
import { deprecationText, toDeprecation } from "../../../shared/deprecation.ts";
import { shorten } from "../../../shared/short-text.ts";
import { OperationType } from "../../../operation/operation-type.ts";
import { inputExample, inputExamplesOf } from "../../../schema/print/input-example.ts";
import { commentLines } from "../../../schema/print/print-comment.ts";
import { printPart, printSignature } from "../../../schema/print/print-signature.ts";
import { partNames, partOf } from "../../../schema/print/schema-part.ts";
import type { ToolCatalog } from "../tools/tool-catalog.ts";
import { toolDefinition } from "../tools/tool-definition.ts";

export interface DescribeDeps {
  readonly catalog: ToolCatalog;
  readonly onError: ((error: unknown) => void) | undefined;
}

/** Characters of the input of one operation: what a model must know to call it. */
const INPUT_ROOM = 2600;
/** Characters of its output: enough to see whether it gives what is sought. */
const OUTPUT_ROOM = 900;
/** Characters of all signatures in one answer, shared by the operations in it. */
const ROOM = 32_000;
const LONGEST_DESCRIPTION = 500;
/** Characters of an example. A longer one is left out. */
const EXAMPLE_ROOM = 800;
/** Characters of a description with an example, as JSON: some 1,100 tokens. */
const LONGEST = 4400;

type Description = Readonly<Record<string, unknown>>;

/**
 * One description per id. An id that does not exist and one that the caller may not call get the same answer. An
 * operation whose peer is away is not unknown.
 */
export function describeOperations(
  { catalog, onError }: DescribeDeps,
  { ids, part }: { readonly ids: readonly string[]; readonly part?: string | undefined },
  identity: Identity | undefined,
): Description[] {
  return ids.map((id) => {
    const spec = catalog.findById(id, identity);
    if (spec === undefined) return { id: shorten(id, 200), problem: whyMissing(catalog, id, identity) };
    try {
      const room = ROOM / ids.length;
      return part === undefined ? describeOperation(id, spec, room) : describePart({ id, spec, part }, room);
    } catch (error) {
      onError?.(error);
      return { id, problem: "Its schemas can't be read." };
    }
  });
}

function whyMissing(catalog: ToolCatalog, id: string, identity: Identity | undefined): string {
  const { code, message } = catalog.whyMissing(id, identity);
  return code === "OPERATION_NOT_FOUND" ? "There is no such operation." : message;
}

function describeOperation(id: string, spec: OperationSpec, room: number): Description {
  const { title, description, annotations, inputSchema, outputSchema } = toolDefinition(id, spec);
  const { text, cut } = printSignature(
    { name: id, input: inputSchema, output: outputSchema, isStream: spec.type === OperationType.SUBSCRIPTION },
    { input: Math.min(INPUT_ROOM, room * 0.7), output: Math.min(OUTPUT_ROOM, room * 0.3) },
  );
  const errors = Object.keys(spec.errorSchemas ?? {});
  const deprecation = toDeprecation(spec.deprecated);
  const comment = commentLines(undefined, { deprecated: deprecation && deprecationText(deprecation) });
  const described = {
    id,
    type: spec.type,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description: shorten(description, LONGEST_DESCRIPTION) }),
    ...(annotations === undefined ? {} : { annotations }),
    signature: [...comment, text].join("\n"),
    ...(errors.length === 0 ? {} : { errors }),
    ...(cut.length === 0 ? {} : { note: noteOf(cut) }),
  };
  const left = Math.min(EXAMPLE_ROOM, room, LONGEST - JSON.stringify(described).length);
  const example = left <= 0 ? undefined : inputExample(inputSchema, inputExamplesOf(spec));
  return example === undefined || JSON.stringify(example).length > left ? described : { ...described, example };
}

interface AskedPart {
  readonly id: string;
  readonly spec: OperationSpec;
  /** `output/items/user` */
  readonly part: string;
}

function describePart({ id, spec, part }: AskedPart, room: number): Description {
  const { inputSchema, outputSchema = {} } = toolDefinition(id, spec);
  const [side, ...path] = part.split("/").filter((name) => name !== "");
  if (side !== "input" && side !== "output")
    return { id, problem: "A part begins with input or output: output/items." };
  const root = side === "input" ? inputSchema : outputSchema;
  const found = partOf(root, path);
  if (found !== undefined) {
    const { text, isCut } = printPart(found, room);
    return { id, part, type: text, ...(isCut ? { note: noteOf([part]) } : {}) };
  }
  const known = path.findLastIndex((_, index) => partOf(root, path.slice(0, index)) !== undefined);
  const above = path.slice(0, Math.max(known, 0));
  const names = partNames(root, partOf(root, above) ?? root).slice(0, MOST_NAMES);
  const where = [side, ...above].join("/");
  return {
    id,
    problem: `${where} has no part ${shorten(path[above.length] ?? "", 100)}. It has: ${names.join(", ") || "none"}.`,
  };
}

const MOST_NAMES = 100;

function noteOf(cut: readonly string[]): string {
  return `Only in outline, because it is long: ${cut.join(" and ")}. Give \`part\` to read one part of it in full, such as "output/items".`;
}

import type { Identity } from "../../../operation/access-control.ts";
import type { OperationSpec } from "../../../operation/operation-spec.ts";
import { shorten } from "../../../shared/short-text.ts";
import { fitSchema } from "../../../schema/print/outline-schema.ts";
import type { ToolCatalog } from "../tools/tool-catalog.ts";
import { toolDefinition } from "../tools/tool-definition.ts";

export interface DescribeDeps {
  readonly catalog: ToolCatalog;
  readonly onError: ((error: unknown) => void) | undefined;
}

/** Characters of all schemas in one answer, shared by the operations in it. */
const ROOM = 32_000;
const LONGEST_DESCRIPTION = 2000;

type Description = Readonly<Record<string, unknown>>;

/** One description per id. An id that does not exist and one that the caller may not call are not told apart. */
export function describeOperations(
  { catalog, onError }: DescribeDeps,
  ids: readonly string[],
  identity: Identity | undefined,
): Description[] {
  return ids.map((id) => {
    const spec = catalog.findById(id, identity);
    if (spec === undefined) return { id: shorten(id, 200), problem: "There is no such operation." };
    try {
      return describeOperation(id, spec, ROOM / ids.length);
    } catch (error) {
      onError?.(error);
      return { id, problem: "Its schemas can't be read." };
    }
  });
}

function describeOperation(id: string, spec: OperationSpec, room: number): Description {
  const { title, description, annotations, inputSchema, outputSchema } = toolDefinition(id, spec);
  const input = fitSchema(inputSchema, room * 0.6);
  const output = outputSchema === undefined ? undefined : fitSchema(outputSchema, room * 0.4);
  const cut = [input.isCut ? "inputSchema" : "", output?.isCut === true ? "outputSchema" : ""].filter(Boolean);
  return {
    id,
    type: spec.type,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description: shorten(description, LONGEST_DESCRIPTION) }),
    ...(annotations === undefined ? {} : { annotations }),
    inputSchema: input.schema,
    ...(output === undefined ? {} : { outputSchema: output.schema }),
    ...(cut.length === 0 ? {} : { note: noteOf(cut) }),
  };
}

function noteOf(cut: readonly string[]): string {
  return `Too long, so only an outline: ${cut.join(", ")}. Describing fewer operations at once leaves more room; errors of a call say what is wrong with its input.`;
}

import type { PlainSchema } from "../schema/standard/plain-schema.ts";
import type { Restore } from "./lowering/lowered.ts";
import { lowerForProvider } from "./lowering/lower-for-provider.ts";
import type { ProviderSchema, RefusedSchema } from "./lowering/lower-for-provider.ts";
import { sizeOf } from "./lowering/rule-problems.ts";
import type { SchemaRules } from "./lowering/schema-rules.ts";
import type { ModelTool } from "./providers/model-tool.ts";
import type { ProviderRules, RequestLimits } from "./providers/provider-rules.ts";
import type { ToolReport } from "./tools-options.ts";

/** A tool before its schema is lowered. */
export interface ToolCandidate {
  readonly name: string;
  readonly id: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema: PlainSchema;
  /** Never strict. */
  readonly isLoose?: boolean | undefined;
  readonly isPinned?: boolean | undefined;
}

export interface PreparedTool extends ModelTool {
  readonly restore: Restore;
}

export interface PreparedTools {
  readonly tools: readonly PreparedTool[];
  readonly report: readonly ToolReport[];
}

/** Gives each tool the schema that a provider accepts, strict if that is requested and possible. */
export function prepareTools(listed: Iterable<ToolCandidate>, rules: ProviderRules, strict: boolean): PreparedTools {
  const tools: PreparedTool[] = [];
  const report: ToolReport[] = [];
  const room = new StrictRoom(rules.requestLimits);
  for (const tool of listed) {
    const { name, id, isPinned } = tool;
    const wanted =
      strict && tool.isLoose !== true && rules.strict !== undefined
        ? room.take(lowered(tool.inputSchema, rules.strict))
        : undefined;
    const isStrict = wanted !== undefined && "schema" in wanted;
    const found = isStrict ? wanted : lowered(tool.inputSchema, rules.plain);
    const refused = wanted !== undefined && "refused" in wanted ? { refused: wanted.refused } : {};
    if ("refused" in found) {
      report.push({ name, id, strict: false, losses: [], refused: found.refused, leftOut: true });
      continue;
    }
    const { schema, restore, losses } = found;
    tools.push({ name, title: tool.title, description: tool.description ?? "", schema, restore, isStrict, isPinned });
    report.push({ name, id, strict: isStrict, losses, ...refused });
  }
  return { tools, report };
}

/** What the strict tools of one request may hold together. */
class StrictRoom {
  readonly #limits: RequestLimits | undefined;
  readonly #used = { tools: 0, optionals: 0, unions: 0 };

  constructor(limits: RequestLimits | undefined) {
    this.#limits = limits;
  }

  take(found: ProviderSchema | RefusedSchema): ProviderSchema | RefusedSchema {
    if (this.#limits === undefined || "refused" in found) return found;
    const { optionals, unions } = sizeOf(found.schema);
    const needed = { tools: 1, optionals, unions };
    for (const limit of ["tools", "optionals", "unions"] as const) {
      if (this.#used[limit] + needed[limit] > this.#limits[limit]) {
        return { refused: `The strict tools of a request have at most ${this.#limits[limit]} ${limit} together.` };
      }
    }
    for (const limit of ["tools", "optionals", "unions"] as const) this.#used[limit] += needed[limit];
    return found;
  }
}

const known = new WeakMap<SchemaRules, WeakMap<PlainSchema, ProviderSchema | RefusedSchema>>();

/** Lowered once per schema: tools are often made again for each conversation. */
function lowered(schema: PlainSchema, rules: SchemaRules): ProviderSchema | RefusedSchema {
  let bySchema = known.get(rules);
  if (bySchema === undefined) known.set(rules, (bySchema = new WeakMap()));
  let found = bySchema.get(schema);
  if (found === undefined) bySchema.set(schema, (found = lowerForProvider(schema, rules)));
  return found;
}

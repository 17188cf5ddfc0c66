/** How a program finds operations, and reads how to call them. */
import { checkAccess } from "../operation/access-control.ts";
import type { Identity } from "../operation/access-control.ts";
import type { OperationSpec } from "../operation/operation-spec.ts";
import { OperationType } from "../operation/operation-type.ts";
import type { OperationRegistry } from "../registry/operation-registry.ts";
import { inputExample, inputExamplesOf } from "../schema/print/input-example.ts";
import { printSignature } from "../schema/print/print-signature.ts";
import { toJSONSchema } from "../schema/standard/to-json-schema.ts";
import { createSearch } from "../search/create-search.ts";
import type { OperationSearch } from "../search/create-search.ts";
import { shorten } from "../shared/short-text.ts";

/** What a program searches for. */
export interface CodeSearchQuery {
  readonly query: string;
  readonly limit?: number | undefined;
}

/**
 * Search and describe, for the functions of the same names in a program. Both answer with data that JSON can express.
 */
export interface CodeLookup {
  search(asked: CodeSearchQuery, identity: Identity | undefined): Promise<unknown>;
  describe(ids: readonly string[], identity: Identity | undefined): Promise<unknown>;
}

const MOST_FOUND = 50;
const MOST_DESCRIBED = 20;
const LONGEST_DESCRIPTION = 300;
const LONGEST_EXAMPLE = 1000;
const ROOM = { input: 8000, output: 4000 };

/** Finds operations by what they do, and prints their signatures. Callers see what they may call. */
export function lookUp(registry: OperationRegistry, search = searchOf(registry)): CodeLookup {
  const find = (id: string, identity: Identity | undefined): OperationSpec | undefined => {
    const spec = registry.getSpec(id);
    return spec !== undefined && registry.getHandler(id) !== undefined && checkAccess(spec.accessControl, identity)
      ? spec
      : undefined;
  };
  return {
    async search({ query, limit = 10 }, identity) {
      const ranked = await search.search(query, { identity, limit: Math.min(limit, MOST_FOUND) });
      return ranked.flatMap(({ id }) => {
        const spec = find(id, identity);
        if (spec === undefined) return [];
        return [{ id, type: spec.type, description: shorten(spec.description, LONGEST_DESCRIPTION) }];
      });
    },
    async describe(ids, identity) {
      return ids.slice(0, MOST_DESCRIBED).map((id) => {
        const spec = find(id, identity);
        if (spec !== undefined) return describeSpec(id, spec);
        // An operation whose peer is away is not unknown.
        const held = registry.quarantine.errorForCaller(id, identity);
        return { id, problem: held?.message ?? "There is no such operation." };
      });
    },
  };
}

/** One index for each registry, which follows it for as long as it lives. */
const searches = new WeakMap<OperationRegistry, OperationSearch>();

function searchOf(registry: OperationRegistry): OperationSearch {
  let search = searches.get(registry);
  if (search === undefined) searches.set(registry, (search = createSearch(registry)));
  return search;
}

function describeSpec(id: string, spec: OperationSpec): object {
  const input = toJSONSchema(spec.inputSchema, "input");
  const { text: signature } = printSignature(
    {
      name: `env.${id}`,
      input,
      output: toJSONSchema(spec.outputSchema, "output"),
      isStream: spec.type === OperationType.SUBSCRIPTION,
      isEnveloped: true,
    },
    ROOM,
  );
  const example = inputExample(input, inputExamplesOf(spec));
  const isShort = example !== undefined && JSON.stringify(example).length <= LONGEST_EXAMPLE;
  return { id, type: spec.type, description: spec.description, signature, ...(isShort ? { example } : {}) };
}

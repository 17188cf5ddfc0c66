/** The values of a discriminator that name each branch, by the mapping or by the names of components. */
import type { Located } from "../document/document-references.ts";
import { isRawObject, ownList, ownText } from "../document/raw-object.ts";
import type { RawObject } from "../document/raw-object.ts";
import type { SchemaTranslation } from "./schema-translation.ts";

/** A schema that leads to more schemas than this is not followed further. */
const MOST_REACHED = 50;
/** `#/components/schemas/Pet`, and Swagger 2.0's `#/definitions/Pet`. */
const COMPONENT = /^#\/(?:components\/schemas|definitions)\/([^/]+)$/;
const NAME = /^[A-Za-z0-9._-]+$/;

/** Where references of a schema lead. */
export type Places = Pick<SchemaTranslation, "references" | "document">;

interface Mapped {
  readonly schemas: readonly unknown[];
  readonly targets: readonly (Located | undefined)[];
  readonly mapping: RawObject;
}

/**
 * The values that name each branch: those of the mapping or, for a branch that it does not list, the name of its
 * component. If the mapping leads elsewhere too, the branches that it does not list have none.
 */
export function namesOf(
  places: Places,
  { schemas, targets, mapping }: Mapped,
): { readonly names: readonly (readonly string[] | undefined)[]; readonly elsewhere: readonly string[] } {
  const mapped = schemas.map((): string[] => []);
  const elsewhere: string[] = [];
  const find = branchFinder(places, targets);
  for (const [name, ref] of Object.entries(mapping)) {
    const target = typeof ref === "string" ? mappingTarget(places, ref) : undefined;
    const index = target === undefined ? -1 : find(target);
    (mapped[index] ?? elsewhere).push(name);
  }
  const names = mapped.map((own, index) => {
    if (own.length > 0) return own;
    const component = componentOf(schemas[index]);
    const isTaken = component === undefined || Object.hasOwn(mapping, component);
    return elsewhere.length > 0 || isTaken ? undefined : [component];
  });
  return { names, elsewhere };
}

/** Finds the index of the branch that is a schema, or else of the only one that lists it, or that it extends. Else -1. */
function branchFinder({ references }: Places, targets: readonly (Located | undefined)[]): (target: Located) => number {
  let below: readonly ReadonlySet<unknown>[] | undefined;
  return (target) => {
    const index = targets.findIndex((branch) => branch?.value === target.value);
    if (index !== -1) return index;
    below ??= targets.map((branch) => (branch ? reachedFrom(references, branch, ["oneOf", "anyOf"]) : new Set()));
    const above = reachedFrom(references, target, ["allOf"]);
    const related = below.flatMap((listed, at) =>
      listed.has(target.value) || above.has(targets[at]?.value) ? [at] : [],
    );
    return related.length === 1 ? related[0]! : -1;
  };
}

/** What references and these lists lead to. */
function reachedFrom(references: Places["references"], start: Located, lists: readonly string[]): ReadonlySet<unknown> {
  const found = [start];
  const seen = new Set<unknown>();
  for (const { value, document } of found) {
    if (!isRawObject(value) || seen.has(value)) continue;
    if (seen.add(value).size === MOST_REACHED) break;
    const target = typeof value["$ref"] === "string" ? references.follow(value["$ref"], document) : undefined;
    if (typeof target === "object") found.push(target);
    for (const part of lists.flatMap((list) => ownList(value, list))) found.push({ value: part, document });
  }
  return seen;
}

/** What a branch refers to, by itself or as the only part of an `allOf`, beside which others put a description. */
function refOf(branch: unknown): string | undefined {
  if (!isRawObject(branch)) return undefined;
  const parts = ownList(branch, "allOf");
  return (
    ownText(branch, "$ref") ?? (parts.length === 1 && isRawObject(parts[0]) ? ownText(parts[0], "$ref") : undefined)
  );
}

export function targetOf({ references, document }: Places, branch: unknown): Located | undefined {
  const ref = refOf(branch);
  const found = ref === undefined ? undefined : references.follow(ref, document);
  return typeof found === "object" ? found : undefined;
}

/** A mapping names a component, or refers to a schema. */
function mappingTarget(places: Places, ref: string): Located | undefined {
  const refs = NAME.test(ref) ? [`#/components/schemas/${ref}`, `#/definitions/${ref}`, ref] : [ref];
  for (const $ref of refs) {
    const target = targetOf(places, { $ref });
    if (target !== undefined) return target;
  }
  return undefined;
}

function componentOf(branch: unknown): string | undefined {
  const ref = refOf(branch);
  return ref === undefined ? undefined : COMPONENT.exec(ref)?.[1];
}

/** The output of an operation: the `data` of the envelope after a success. */
import { Type } from "typebox";
import type { TSchema } from "typebox";
import type { PartLocation, SchemaDraft } from "../schema/document-schemas.ts";
import { isJSON, isRange, isText, streamFormat } from "./media-type.ts";
import { identityOf, toSchemaObject } from "./input-schema.ts";
import type { SchemaSources } from "./input-schema.ts";
import { choicesIn } from "./own-extension.ts";
import { isRawObject } from "../document/raw-object.ts";
import { successes } from "./read-responses.ts";
import type { DeclaredResponse } from "./read-responses.ts";
import { findItemSchemas } from "./stream-item-schema.ts";

/** A possible result: a schema of the document, or one of ours. */
interface Outcome {
  /** Equal for outcomes that need only one branch. */
  readonly identity: unknown;
  readonly build: (draft: SchemaDraft) => unknown;
}

const ANYTHING = "anything";
const NOTHING: Outcome = { identity: "nothing", build: () => Type.Undefined() };
const TEXT: Outcome = { identity: "text", build: () => ({ type: "string" }) };
/** Responses with these statuses have no body, even if the document declares one. */
const EMPTY_STATUS = new Set(["204", "205"]);

export function buildOutputSchema(draft: SchemaDraft, sources: SchemaSources): TSchema {
  const outcomes = sources.shape.stream === undefined ? plainOutcomes(sources) : itemOutcomes(sources);
  if (outcomes === ANYTHING || outcomes.length === 0) return Type.Unknown();
  const distinct = [...new Map(outcomes.map((outcome) => [outcome.identity, outcome])).values()];
  if (distinct.length === 1 && distinct[0] === NOTHING) return Type.Undefined();
  const branches = distinct.map(({ build }) => build(draft));
  // A branch without keywords accepts anything.
  if (branches.some((branch) => isRawObject(branch) && Object.keys(branch).length === 0)) return Type.Unknown();
  if (branches.length === 1) return draft.finish(toSchemaObject(branches[0]));
  // A document of this library puts every schema in a component, so a union may be nested in a branch.
  const isOwn = sources.shape.ownInput !== undefined;
  return draft.finish({ anyOf: isOwn ? branches.flatMap(choicesIn) : branches });
}

function plainOutcomes(sources: SchemaSources): readonly Outcome[] | typeof ANYTHING {
  const outcomes: Outcome[] = [];
  const good = successes(sources.responses);
  for (const response of good) {
    const found = outcomesOf(response, sources);
    if (found === ANYTHING) return ANYTHING;
    // A success without content holds nothing if other successes have some. If it is the only one, it may hold
    // anything.
    if (found.length > 0) outcomes.push(...found);
    else if (good.length > 1) outcomes.push(NOTHING);
  }
  return outcomes;
}

/** The schemas of a response's body: none if it may be anything. */
export function bodyBranches(draft: SchemaDraft, response: DeclaredResponse, sources: SchemaSources): unknown[] {
  const outcomes = outcomesOf(response, sources);
  return outcomes === ANYTHING ? [] : outcomes.map(({ build }) => build(draft));
}

function outcomesOf(response: DeclaredResponse, sources: SchemaSources): readonly Outcome[] | typeof ANYTHING {
  const { status, document } = response;
  if (EMPTY_STATUS.has(status)) return [NOTHING];
  const contents = response.contents.filter(({ mediaType }) => streamFormat(mediaType) === undefined);
  const json = contents.filter(({ mediaType }) => isJSON(mediaType));
  // The request asks for JSON if it is offered, so other media types of the same result do not count.
  const counted = json.length > 0 ? json : contents;
  const outcomes: Outcome[] = [];
  for (const { mediaType, schema } of counted) {
    const isData = isJSON(mediaType) || isRange(mediaType);
    if (!isData && !isText(mediaType)) return ANYTHING;
    if (!isData) outcomes.push(TEXT);
    else if (schema === undefined) return ANYTHING;
    else outcomes.push(schemaOutcome(schema, { document, where: `${sources.where} response ${status}` }, sources));
  }
  return outcomes;
}

function schemaOutcome(schema: unknown, place: PartLocation, { shape, references }: SchemaSources): Outcome {
  const isOwn = shape.ownInput !== undefined;
  const root = isOwn ? references.resolveRoot(schema, place.document) : { value: schema, document: place.document };
  return {
    identity: identityOf(schema),
    build: (draft) => draft.translate(root.value, { ...place, document: root.document }),
  };
}

function itemOutcomes(sources: SchemaSources): readonly Outcome[] | typeof ANYTHING {
  const { responses, shape, where, references } = sources;
  const outcomes: Outcome[] = [];
  for (const { status, document, contents } of successes(responses)) {
    for (const content of contents) {
      if (streamFormat(content.mediaType) !== shape.stream) continue;
      const items = findItemSchemas(content, document, references);
      if (items.length === 0) return ANYTHING;
      for (const { value, ...place } of items) {
        outcomes.push(schemaOutcome(value, { ...place, where: `${where} response ${status}` }, sources));
      }
    }
  }
  return outcomes;
}

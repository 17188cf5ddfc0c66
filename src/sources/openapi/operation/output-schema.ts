/** The output of an operation: what `envelope.data` is after a success. */
import { Type } from "typebox";
import type { TSchema } from "typebox";
import type { DocumentReferences } from "../document/document-references.ts";
import type { PartPlace, SchemaDraft } from "../schema/document-schemas.ts";
import { isJSON, isRange, isText, streamFormat } from "./media-type.ts";
import { identityOf } from "./input-schema.ts";
import type { StreamFormat } from "./operation-shape.ts";
import { choicesIn } from "./own-extension.ts";
import { isRawObject } from "../document/raw-object.ts";
import { successes } from "./read-responses.ts";
import type { ResponseSource } from "./read-responses.ts";
import { findItemSchemas } from "./stream-item-schema.ts";

export interface OutputSources {
  readonly where: string;
  readonly responses: readonly ResponseSource[];
  readonly stream: StreamFormat | undefined;
  readonly references: DocumentReferences;
  /** Whether this library serves the operation: each of its schemas is a component, which is no type of its own. */
  readonly isOwn: boolean;
}

/** A possible result: a schema of the document, or one of ours. */
interface Outcome {
  /** Equal for outcomes that need one branch only. */
  readonly identity: unknown;
  readonly build: (draft: SchemaDraft) => unknown;
}

const ANYTHING = "anything";
const NOTHING: Outcome = { identity: "nothing", build: () => Type.Undefined() };
const TEXT: Outcome = { identity: "text", build: () => ({ type: "string" }) };
/** Responses that have no body, whatever the document says. */
const EMPTY_STATUS = new Set(["204", "205"]);

export function buildOutputSchema(draft: SchemaDraft, sources: OutputSources): TSchema {
  const outcomes = sources.stream === undefined ? plainOutcomes(sources) : itemOutcomes(sources);
  if (outcomes === ANYTHING || outcomes.length === 0) return Type.Unknown();
  const distinct = [...new Map(outcomes.map((outcome) => [outcome.identity, outcome])).values()];
  if (distinct.length === 1 && distinct[0] === NOTHING) return Type.Undefined();
  const branches = distinct.map(({ build }) => build(draft));
  // No data at all is anything, too.
  if (branches.some((branch) => isRawObject(branch) && Object.keys(branch).length === 0)) return Type.Unknown();
  if (branches.length === 1) return draft.finish(toSchemaObject(branches[0]));
  return draft.finish({ anyOf: sources.isOwn ? branches.flatMap(choicesIn) : branches });
}

function toSchemaObject(schema: unknown): object {
  if (schema === false) return { not: {} };
  return isRawObject(schema) ? schema : {};
}

function plainOutcomes(sources: OutputSources): readonly Outcome[] | typeof ANYTHING {
  const outcomes: Outcome[] = [];
  const good = successes(sources.responses);
  for (const response of good) {
    const found = outcomesOf(response, sources);
    // A success of which the document says nothing may hold anything, unless others tell what results look like.
    if (found === ANYTHING) return ANYTHING;
    if (found.length > 0) outcomes.push(...found);
    else if (good.length > 1) outcomes.push(NOTHING);
  }
  return outcomes;
}

function outcomesOf(response: ResponseSource, sources: OutputSources): readonly Outcome[] | typeof ANYTHING {
  const { status, document } = response;
  if (EMPTY_STATUS.has(status)) return [NOTHING];
  const contents = response.contents.filter(({ mediaType }) => streamFormat(mediaType) === undefined);
  const json = contents.filter(({ mediaType }) => isJSON(mediaType));
  // JSON is asked for where it is offered, so the other forms of the same result do not count.
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

function schemaOutcome(schema: unknown, place: PartPlace, { isOwn, references }: OutputSources): Outcome {
  const root = isOwn ? references.resolveRoot(schema, place.document) : { value: schema, document: place.document };
  return {
    identity: identityOf(schema),
    build: (draft) => draft.translate(root.value, { ...place, document: root.document }),
  };
}

function itemOutcomes(sources: OutputSources): readonly Outcome[] | typeof ANYTHING {
  const { responses, stream, where, references } = sources;
  const outcomes: Outcome[] = [];
  for (const { status, document, contents } of successes(responses)) {
    for (const content of contents) {
      if (streamFormat(content.mediaType) !== stream) continue;
      const items = findItemSchemas(content, document, references);
      if (items.length === 0) return ANYTHING;
      for (const { value, ...place } of items) {
        outcomes.push(schemaOutcome(value, { ...place, where: `${where} response ${status}` }, sources));
      }
    }
  }
  return outcomes;
}

/** Reads one pair of path and method as far as a call needs it. Schemas are not read. */
import type { DocumentReferences } from "../document/document-references.ts";
import { streamFormat } from "./media-type.ts";
import { note } from "./operation-reading.ts";
import type { OperationReading, ParameterSource } from "./operation-reading.ts";
import type {
  OperationShape,
  SecurityRequirement,
  SecuritySchemeShape,
  ServerShape,
  StreamFormat,
} from "./operation-shape.ts";
import { ownInput } from "./own-extension.ts";
import { readRequestBody } from "./read-body.ts";
import type { BodySource } from "./read-body.ts";
import { readParameters } from "./read-parameters.ts";
import { readResponses, successes } from "./read-responses.ts";
import type { DeclaredResponse } from "./read-responses.ts";
import { readSecurity, readServers } from "./read-service.ts";
import { findItemSchemas, holdsJSON } from "./stream-item-schema.ts";

/** What the whole document says about its service. */
export interface ServiceShape {
  readonly servers: readonly ServerShape[];
  readonly security: readonly SecurityRequirement[];
  readonly securitySchemes: Readonly<Record<string, SecuritySchemeShape>>;
}

/** One way to call an operation: for a plain result, or for a stream. */
export interface OperationVariant {
  readonly shape: OperationShape;
  readonly parameters: readonly ParameterSource[];
  readonly body: BodySource | undefined;
  readonly responses: readonly DeclaredResponse[];
}

/** `fetch` refuses to send these methods. */
const FORBIDDEN_METHODS = new Set(["CONNECT", "TRACE", "TRACK"]);
const METHOD = /^[A-Z0-9!#$%&'*+.^_`|~-]+$/;

/** An operation that can be called. */
export interface ReadOperation {
  /** How it can be called: for a plain result (`undefined`), for a stream, or both, in that order. */
  readonly forms: readonly (StreamFormat | undefined)[];
  /** Everything that one of the forms needs. */
  variant(form: StreamFormat | undefined): OperationVariant;
}

/** Throws when the operation cannot be called at all. The message is the reason for its quarantine. */
export function readOperation(reading: OperationReading, service: ServiceShape): ReadOperation {
  const { method } = reading;
  if (FORBIDDEN_METHODS.has(method)) throw new Error(`fetch does not send ${method} requests`);
  if (!METHOD.test(method)) throw new Error("this is not an HTTP method");
  const body = readRequestBody(reading);
  const parameters = readParameters(reading, body !== undefined);
  const responses = readResponses(reading);
  return {
    forms: formsOf(reading, responses),
    variant(stream) {
      const sources = { parameters, body, responses };
      return { ...sources, shape: shapeOf(reading, { ...service, ...sources }, stream) };
    },
  };
}

const PLAIN: readonly undefined[] = [undefined];

function formsOf(
  reading: OperationReading,
  responses: readonly DeclaredResponse[],
): readonly (StreamFormat | undefined)[] {
  const offered = new Set<StreamFormat | undefined>();
  for (const { contents } of successes(responses)) {
    for (const { mediaType } of contents) offered.add(streamFormat(mediaType));
  }
  const isPlain = offered.delete(undefined);
  const [stream, other] = offered;
  if (stream === undefined) return PLAIN;
  if (other !== undefined) {
    note(reading, "response", { kind: "left out", why: `the stream as ${other}, because ${stream} is used` });
  }
  return isPlain ? [undefined, stream] : [stream];
}

function shapeOf(
  { method, path, operation, pathItem, references }: OperationReading,
  { parameters, body, responses, ...service }: ServiceShape & Omit<OperationVariant, "shape">,
  stream: StreamFormat | undefined,
): OperationShape {
  let known: { readonly jsonItems: boolean | undefined } | undefined;
  return {
    method,
    path,
    servers: readServers(operation) ?? readServers(pathItem) ?? service.servers,
    parameters: parameters.map(({ shape }) => shape),
    body: body?.shape,
    responses: responseShapes(responses, stream),
    security: readSecurity(operation) ?? service.security,
    securitySchemes: service.securitySchemes,
    ownInput: ownInput(operation),
    stream,
    // Read when the stream is, because an import reads no schema.
    get jsonItems() {
      return (known ??= { jsonItems: readJSONItems(references, responses, stream) }).jsonItems;
    },
  };
}

/** A success keeps only the media types of this variant. An error keeps all of its media types. */
function responseShapes(
  responses: readonly DeclaredResponse[],
  stream: StreamFormat | undefined,
): OperationShape["responses"] {
  const good = successes(responses);
  return responses.map((response) => {
    const { status, contents } = response;
    const wanted = good.includes(response)
      ? contents.filter(({ mediaType }) => streamFormat(mediaType) === stream)
      : contents;
    return { status, mediaTypes: wanted.map(({ mediaType }) => mediaType) };
  });
}

function readJSONItems(
  references: DocumentReferences,
  responses: readonly DeclaredResponse[],
  stream: StreamFormat | undefined,
): boolean | undefined {
  if (stream === undefined) return undefined;
  const items = successes(responses).flatMap(({ contents, document }) =>
    contents
      .filter(({ mediaType }) => streamFormat(mediaType) === stream)
      .flatMap((content) => findItemSchemas(content, document, references)),
  );
  return holdsJSON(items, references);
}

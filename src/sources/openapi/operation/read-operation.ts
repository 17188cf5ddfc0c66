/** One pair of path and method, read as far as calling it needs. Schemas are left where they are. */
import { streamFormat } from "./media-type.ts";
import { note, QuarantineError } from "./operation-reading.ts";
import type { OperationReading, ParameterSource } from "./operation-reading.ts";
import type { OperationShape, SecurityRequirement, SecuritySchemeShape, ServerShape } from "./operation-shape.ts";
import type { StreamFormat } from "./operation-shape.ts";
import { ownInput } from "./own-extension.ts";
import { readBody } from "./read-body.ts";
import type { BodySource } from "./read-body.ts";
import { readParameters } from "./read-parameters.ts";
import { readResponses, successes } from "./read-responses.ts";
import type { ResponseSource } from "./read-responses.ts";
import { readSecurity, readServers } from "./read-service.ts";
import { findItemSchemas, holdsJSON } from "./stream-item-schema.ts";

/** What the whole document says of its service. */
export interface ServiceShape {
  readonly servers: readonly ServerShape[];
  readonly security: readonly SecurityRequirement[];
  readonly securitySchemes: Readonly<Record<string, SecuritySchemeShape>>;
}

/** One way to call an operation: plainly, or as a stream. */
export interface OperationVariant {
  readonly shape: OperationShape;
  readonly parameters: readonly ParameterSource[];
  readonly body: BodySource | undefined;
  readonly responses: readonly ResponseSource[];
}

/** `fetch` refuses to send these. */
const FORBIDDEN_METHODS = new Set(["CONNECT", "TRACE", "TRACK"]);
const METHOD = /^[A-Z0-9!#$%&'*+.^_`|~-]+$/;

/** An operation, read and found good. */
export interface ReadOperation {
  /** How it can be called: plainly (`undefined`), as a stream, or both, in that order. */
  readonly forms: readonly (StreamFormat | undefined)[];
  /** What one of the forms needs. */
  variant(form: StreamFormat | undefined): OperationVariant;
}

/** Throws a `QuarantineError` when the operation can't be called at all. */
export function readOperation(reading: OperationReading, service: ServiceShape): ReadOperation {
  const { method } = reading;
  if (FORBIDDEN_METHODS.has(method)) throw new QuarantineError(`fetch does not send ${method} requests`);
  if (!METHOD.test(method)) throw new QuarantineError("this is no method of HTTP");
  const body = readBody(reading);
  const parameters = readParameters(reading, body !== undefined);
  const responses = readResponses(reading);
  return {
    forms: formsOf(reading, responses),
    variant(stream) {
      const plain = plainShape(reading, { service, parameters, body, responses: responseShapes(responses, stream) });
      const shape = stream === undefined ? plain : streamShape(reading, { plain, responses, stream });
      return { parameters, body, responses, shape };
    },
  };
}

function formsOf(reading: OperationReading, responses: readonly ResponseSource[]): (StreamFormat | undefined)[] {
  const [stream, other] = streamFormats(responses);
  if (stream === undefined) return [undefined];
  if (other !== undefined) {
    note(reading, "response", { kind: "left out", why: `the stream as ${other}: ${stream} is used` });
  }
  return offersPlain(responses) ? [undefined, stream] : [stream];
}

interface ShapeParts {
  readonly service: ServiceShape;
  readonly parameters: readonly ParameterSource[];
  readonly body: BodySource | undefined;
  readonly responses: OperationShape["responses"];
}

function plainShape(
  { method, path, operation, pathItem }: OperationReading,
  { service, parameters, body, responses }: ShapeParts,
): OperationShape {
  return {
    method,
    path,
    servers: readServers(operation) ?? readServers(pathItem) ?? service.servers,
    parameters: parameters.map(({ shape }) => shape),
    body: body?.shape,
    responses,
    security: readSecurity(operation) ?? service.security,
    securitySchemes: service.securitySchemes,
    ownInput: ownInput(operation),
  };
}

function streamFormats(responses: readonly ResponseSource[]): StreamFormat[] {
  const formats: StreamFormat[] = [];
  for (const { contents } of successes(responses)) {
    for (const { mediaType } of contents) {
      const format = streamFormat(mediaType);
      if (format !== undefined && !formats.includes(format)) formats.push(format);
    }
  }
  return formats;
}

function offersPlain(responses: readonly ResponseSource[]): boolean {
  return successes(responses).some(({ contents }) =>
    contents.some(({ mediaType }) => streamFormat(mediaType) === undefined),
  );
}

/** The media types of a success are those of the variant; those of an error stay as they are. */
function responseShapes(
  responses: readonly ResponseSource[],
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

interface StreamSources {
  readonly plain: OperationShape;
  readonly responses: readonly ResponseSource[];
  readonly stream: StreamFormat;
}

function streamShape({ references }: OperationReading, { plain, responses, stream }: StreamSources): OperationShape {
  let known: { readonly jsonItems: boolean | undefined } | undefined;
  const readItems = (): boolean | undefined => {
    const items = successes(responses).flatMap(({ contents, document }) =>
      contents
        .filter(({ mediaType }) => streamFormat(mediaType) === stream)
        .flatMap((content) => findItemSchemas(content, document, references)),
    );
    return holdsJSON(items, references);
  };
  return {
    ...plain,
    stream,
    // Read when the stream is: an import looks at no schema.
    get jsonItems() {
      return (known ??= { jsonItems: readItems() }).jsonItems;
    },
  };
}

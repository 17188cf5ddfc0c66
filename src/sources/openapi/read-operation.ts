/** One pair of path and method, read as far as calling it needs. Schemas are left where they are. */
import { note, QuarantineError } from "./operation-reading.ts";
import type { OperationReading, ParameterSource } from "./operation-reading.ts";
import type { OperationShape, SecurityRequirement, SecuritySchemeShape, ServerShape } from "./operation-shape.ts";
import type { StreamFormat } from "./operation-shape.ts";
import { readBody } from "./read-body.ts";
import type { BodySource } from "./read-body.ts";
import { readParameters } from "./read-parameters.ts";
import { readResponses, streamFormat, successes } from "./read-responses.ts";
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

/** The plain variant, the stream, or both, in that order. Throws a `QuarantineError` when there is neither. */
export function readOperation(reading: OperationReading, service: ServiceShape): OperationVariant[] {
  const { method, path, operation, pathItem } = reading;
  if (FORBIDDEN_METHODS.has(method)) throw new QuarantineError(`fetch does not send ${method} requests`);
  if (!METHOD.test(method)) throw new QuarantineError("this is no method of HTTP");
  const body = readBody(reading);
  const parameters = readParameters(reading, body !== undefined);
  const responses = readResponses(reading);
  const formats = streamFormats(responses);
  if (formats.length > 1) {
    note(reading, "response", { kind: "left out", why: `the stream as ${formats[1]!}: ${formats[0]!} is used` });
  }
  const common = {
    method,
    path,
    servers: readServers(operation) ?? readServers(pathItem) ?? service.servers,
    parameters: parameters.map(({ shape }) => shape),
    body: body?.shape,
    security: readSecurity(operation) ?? service.security,
    securitySchemes: service.securitySchemes,
  };
  const variantFor = (stream: StreamFormat | undefined): OperationVariant => {
    const plain = { ...common, responses: responseShapes(responses, stream) };
    const shape = stream === undefined ? plain : streamShape(reading, { plain, responses, stream });
    return { parameters, body, responses, shape };
  };
  const [stream] = formats;
  if (stream === undefined) return [variantFor(undefined)];
  return offersPlain(responses) ? [variantFor(undefined), variantFor(stream)] : [variantFor(stream)];
}

function streamFormats(responses: readonly ResponseSource[]): StreamFormat[] {
  const formats = successes(responses).flatMap(({ contents }) =>
    contents.map(({ mediaType }) => streamFormat(mediaType)).filter((format) => format !== undefined),
  );
  return [...new Set(formats)];
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

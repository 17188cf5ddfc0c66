import type { OperationContext } from "../../../operation/operation-context.ts";
import type { MaybePromise } from "../../../shared/maybe-promise.ts";
import { utf8AsLatin1 } from "../../../shared/utf8-header.ts";
import { headerName, headerText } from "../operation/header-text.ts";
import { STREAM_TYPES, streamFormat } from "../operation/media-type.ts";
import type { OperationShape } from "../operation/operation-shape.ts";
import { successes } from "../operation/read-responses.ts";
import { addCredentials, credentialSettings, SECRET_HEADER } from "./credentials.ts";
import type { RequestDraft } from "./credentials.ts";
import { badInput, toInputError } from "./input-error.ts";
import { setHeader } from "./outgoing-request.ts";
import type { HTTPCall, OutgoingRequest } from "./outgoing-request.ts";
import { compileParameter, writeParameter } from "./serialise-parameter.ts";
import type { CompiledParameter, Input } from "./serialise-parameter.ts";
import { cannotCall, chooseTarget } from "./server-url.ts";
import type { Target } from "./server-url.ts";
import type { Upstream } from "./upstream.ts";
import { URLTemplate } from "./url-template.ts";
import { writeBody } from "./write-body.ts";

/** The decisions that hold for every request of an operation. */
interface CompiledRequest {
  readonly target: Target;
  readonly url: URLTemplate;
  readonly accept: string;
  /** The headers of the config, with names in lower case. */
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>;
  /** Texts in the config's headers that must never be shown. */
  readonly secrets: readonly string[];
  /** Parameters in headers and cookies. */
  readonly parameters: readonly CompiledParameter[];
  readonly takesCredentials: boolean;
  /** Whether it uses a login that the API asks for: the config has no credential for it. */
  readonly takesLogin: boolean;
}

const NO_TOKENS: OutgoingRequest["renewable"] = [];

/** How the requests of one operation are made. The first call compiles it. */
export class RequestPlan {
  readonly shape: OperationShape;
  readonly upstream: Upstream;
  #compiled: CompiledRequest | undefined;

  constructor(shape: OperationShape, upstream: Upstream) {
    this.shape = shape;
    this.upstream = upstream;
  }

  /** The request for a call. Mistakes in the input are found before any credential is asked for. */
  prepare({ input, context, lastEventId }: HTTPCall): MaybePromise<OutgoingRequest> {
    const { shape } = this;
    const compiled = (this.#compiled ??= compile(shape, this.upstream));
    const url = compiled.url.expand(input);
    const written = shape.body === undefined ? undefined : writeBody(shape.body, input);
    if (written !== undefined && (shape.method === "GET" || shape.method === "HEAD")) {
      throw badInput("body", `\`fetch\` cannot send a body with ${shape.method}`);
    }
    const headers = new Map([["accept", compiled.accept]]);
    if (context.trace !== undefined) addTrace(headers, context.trace);
    const { deadline } = context;
    if (shape.ownInput !== undefined && deadline !== undefined && deadline !== Infinity) {
      headers.set("operation-timeout-ms", String(Math.max(1, Math.ceil(deadline - Date.now()))));
    }
    for (const [name, value] of compiled.headers) headers.set(name, value);
    if (lastEventId !== undefined) headers.set("last-event-id", utf8AsLatin1(lastEventId));
    if (compiled.parameters.length > 0) addParameters(headers, compiled.parameters, input);
    if (written?.contentType !== undefined) headers.set("content-type", written.contentType);
    const { method } = shape;
    const { secrets, target, takesCredentials, takesLogin } = compiled;
    const { reach } = target;
    const body = written?.body;
    const { config } = this.upstream;
    const auth = takesLogin ? config.askedLogin?.auth : config.auth;
    if (!takesCredentials && auth === undefined)
      return { method, url, headers, body, secrets, reach, renewable: NO_TOKENS };
    const draft: RequestDraft = { method, url, headers, body, secrets: secrets.slice(), reach, renewable: [] };
    return addCredentials(draft, { shape, upstream: this.upstream, target, identity: context.identity, auth });
  }
}

function compile(shape: OperationShape, upstream: Upstream): CompiledRequest {
  const { config, origin } = upstream;
  const target = chooseTarget(shape.servers, { config, ...origin });
  return {
    target,
    url: new URLTemplate(shape, target.base),
    accept: acceptedTypes(shape),
    headers: target.trusted ? configuredHeaders(config.headers) : [],
    secrets: secretsIn(config.headers),
    parameters: shape.parameters
      .filter((parameter) => parameter.in === "header" || parameter.in === "cookie")
      .map(compileParameter),
    takesCredentials: config.auth !== undefined || (config.credentials !== undefined && shape.security.length > 0),
    takesLogin: config.askedLogin !== undefined && target.trusted && credentialSettings(shape, config).length === 0,
  };
}

/** The media types that the document announces for a success, either of a stream or of a plain answer. */
function acceptedTypes({ responses, stream }: OperationShape): string {
  const announced = successes(responses)
    .flatMap(({ mediaTypes }) => mediaTypes)
    .filter((mediaType) => streamFormat(mediaType) === stream && /^[\x21-\x7e ]+$/.test(mediaType));
  const accepted = [...new Set(announced)];
  if (accepted.length > 0 && !accepted.includes("*/*")) return accepted.join(", ");
  return stream === undefined ? "*/*" : STREAM_TYPES[stream].slice(0, 2).join(", ");
}

function configuredHeaders(headers: Readonly<Record<string, string>> = {}): Array<readonly [string, string]> {
  return Object.entries(headers).map(([name, value]) => {
    try {
      return [headerName(name).toLowerCase(), headerText(value)] as const;
    } catch {
      // The error shows no value, which may be a credential.
      throw cannotCall(`The header ${JSON.stringify(name)} of the config cannot be sent.`);
    }
  });
}

/** The values of configured headers whose names say that they are credentials. */
function secretsIn(headers: Readonly<Record<string, string>> = {}): string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    SECRET_HEADER.test(name) ? [value, value.replace(/^\S+\s+/, "")] : [],
  );
}

function addTrace(headers: Map<string, string>, trace: NonNullable<OperationContext["trace"]>): void {
  for (const name of ["traceparent", "tracestate"] as const) {
    const value = trace[name];
    // The trace comes from a remote caller. A bad one is dropped and does not fail the call.
    if (value !== undefined && /^[\x20-\x7e]+$/.test(value)) headers.set(name, value);
  }
}

function addParameters(headers: Map<string, string>, parameters: readonly CompiledParameter[], input: Input): void {
  for (const parameter of parameters) {
    const text = writeParameter(parameter, input);
    if (text === undefined) continue;
    try {
      setHeader(headers, parameter.in === "cookie" ? "cookie" : parameter.name, text);
    } catch (thrown) {
      throw toInputError(parameter.inputName, thrown);
    }
  }
}

import type { OperationShape } from "../operation/operation-shape.ts";
import { badInput, writing } from "./bad-input.ts";
import { addQueryPair, buildUrl, inputValue } from "./build-url.ts";
import type { Input } from "./build-url.ts";
import { gatherCredentials } from "./credentials.ts";
import type { RequestCredentials } from "./credentials.ts";
import { headerName, headerText } from "../operation/header-text.ts";
import type { HTTPCall } from "./http-call.ts";
import { isHarmlessHeader } from "./send-request.ts";
import type { OutgoingRequest } from "./send-request.ts";
import { serialiseParameter } from "./serialise-parameter.ts";
import { cannotCall } from "./server-url.ts";
import type { Target } from "./server-url.ts";
import { writeBody } from "./write-body.ts";

export interface PrepareOptions extends HTTPCall {
  readonly accept: string;
  /** Of a stream that is taken up again. */
  readonly lastEventId?: string | undefined;
}

/** A request with what its errors must not show, and what can be renewed if the server refuses it. */
export interface PreparedRequest extends OutgoingRequest {
  readonly credentials: RequestCredentials;
}

/** The request for a call: everything that can be wrong with the input is found before a credential is asked for. */
export async function prepareRequest(options: PrepareOptions): Promise<PreparedRequest> {
  const { shape, service, input } = options;
  const target = service.targetFor(shape.servers);
  const url = buildUrl(shape, input, target.base);
  const written = writeBody(shape.body, inputValue(input, "body"));
  if (written !== undefined && (shape.method === "GET" || shape.method === "HEAD")) {
    throw badInput("body", `\`fetch\` cannot send a body with ${shape.method}`);
  }
  const headers = baseHeaders(options, target);
  const cookies = addParameters(headers, shape, input);
  if (written?.contentType !== undefined) headers.set("content-type", written.contentType);

  const credentials = await credentialsFor(options, target);
  credentials.secrets.push(...secretHeaders(service.config.headers));
  for (const [name, value] of credentials.headers) headers.set(name, value);
  for (const [name, value] of credentials.query) addQueryPair(url, name, value);
  cookies.push(...credentials.cookies);
  if (cookies.length > 0) headers.set("cookie", [headers.get("cookie"), ...cookies].filter(Boolean).join("; "));
  return {
    method: shape.method,
    url,
    headers,
    body: written?.body,
    isConfidential: credentials.secrets.length > 0 || [...headers.keys()].some((name) => !isHarmlessHeader(name)),
    credentials,
  };
}

function baseHeaders(
  { shape, service, context, accept, lastEventId }: PrepareOptions,
  target: Target,
): Map<string, string> {
  const headers = new Map([["accept", accept]]);
  for (const name of ["traceparent", "tracestate"] as const) {
    const value = context.trace?.[name];
    // A trace comes from afar, and a call must not fail for it.
    if (value !== undefined && /^[\x20-\x7e]+$/.test(value)) headers.set(name, value);
  }
  const { deadline } = context;
  if (shape.ownInput !== undefined && deadline !== undefined && deadline !== Infinity) {
    headers.set("operation-timeout-ms", String(Math.max(1, Math.ceil(deadline - Date.now()))));
  }
  const configured = target.trusted ? Object.entries(service.config.headers ?? {}) : [];
  for (const [name, value] of configured) {
    try {
      headers.set(headerName(name).toLowerCase(), headerText(value));
    } catch {
      // The value may be a credential: it is not shown.
      throw cannotCall(`The header ${JSON.stringify(name)} of the config cannot be sent.`);
    }
  }
  if (lastEventId !== undefined) headers.set("last-event-id", utf8AsLatin1(lastEventId));
  return headers;
}

/** The values of configured headers that are credentials by their names. */
function secretHeaders(headers: Readonly<Record<string, string>> = {}): string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    /auth|cookie|key|token|secret|password/i.test(name) ? [value, value.replace(/^\S+\s+/, "")] : [],
  );
}

/** `fetch` sends each character of a header as one byte; event ids are sent in UTF-8. */
function utf8AsLatin1(text: string): string {
  return String.fromCharCode(...new TextEncoder().encode(text));
}

/** Adds header parameters; returns the cookies. */
function addParameters(headers: Map<string, string>, shape: OperationShape, input: Input): string[] {
  const cookies: string[] = [];
  for (const parameter of shape.parameters) {
    if (parameter.in !== "header" && parameter.in !== "cookie") continue;
    const text = serialiseParameter(parameter, inputValue(input, parameter.inputName));
    if (text === undefined) continue;
    if (parameter.in === "cookie") cookies.push(text);
    else headers.set(writing(parameter.inputName, () => headerName(parameter.name)).toLowerCase(), text);
  }
  return cookies;
}

async function credentialsFor(
  { shape, service, context }: PrepareOptions,
  target: Target,
): Promise<RequestCredentials> {
  const { config, tokens } = service;
  const asksFor = (name: string): boolean => shape.security.some((requirement) => Object.hasOwn(requirement, name));
  if (!target.trusted && (config.auth !== undefined || Object.keys(config.credentials ?? {}).some(asksFor))) {
    throw cannotCall(
      `The document sends this operation to ${target.base.origin}, which is not where the credentials are for: add it to \`allowedOrigins\`, or name it as \`baseUrl\`.`,
    );
  }
  const tokenUrl = (declared: string | undefined): string => {
    if (declared !== undefined && !URL.canParse(declared, target.base.href)) {
      throw cannotCall("The document's token endpoint is no URL: name `tokenUrl` with the credential in the config.");
    }
    const url = declared === undefined ? undefined : new URL(declared, target.base);
    const isTrusted = url !== undefined && (url.origin === target.base.origin || service.namedOrigins.has(url.origin));
    if (isTrusted) return url.href;
    throw cannotCall(
      `The document ${url === undefined ? "names no token endpoint" : `sends the client's secret to ${url.origin}`}: name \`tokenUrl\` with the credential in the config.`,
    );
  };
  return gatherCredentials(shape, { config, tokens, identity: context.identity, tokenUrl });
}

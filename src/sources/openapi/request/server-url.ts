import { CallError } from "../../../errors/call-error.ts";
import type { HTTPServiceConfig } from "../options/http-service-config.ts";
import type { ServerShape } from "../operation/operation-shape.ts";
import { reachOf } from "./private-address.ts";

/** Where requests go, and whether the config itself named that place. */
export interface Target {
  /** Without a trailing slash, query or fragment. */
  readonly base: URL;
  /** Whether the config named its origin: only then does it see credentials. */
  readonly trusted: boolean;
}

export interface TargetOptions {
  readonly config: HTTPServiceConfig;
  /** Relative servers are relative to it. */
  readonly documentUrl?: string | undefined;
  /** Where the document was really found. Default: `documentUrl`. */
  readonly foundAt?: string | undefined;
  /** Of the whole document; where it is given, an operation's own servers are trusted only on the same origin. */
  readonly documentServers?: readonly ServerShape[] | undefined;
}

/** What the config or the document got wrong: nothing has left this process, and trying again is of no use. */
export function cannotCall(message: string): CallError {
  return new CallError("EXECUTION_ERROR", message, undefined, { phase: "notStarted", retryable: false });
}

/**
 * Where an operation is called: at `baseUrl`, whatever the document says, else at the document's server. An operation's
 * own server comes before `baseUrl` only if `allowedOrigins` names it.
 */
export function chooseTarget(servers: readonly ServerShape[], options: TargetOptions): Target {
  const { config, documentServers = servers } = options;
  const named = namedOrigins(config);
  const isOwn = servers !== documentServers;
  if (config.baseUrl !== undefined) {
    const own = isOwn && named.size > 0 ? usableServer(servers, options) : undefined;
    return own !== undefined && named.has(own.origin)
      ? { base: own, trusted: true }
      : baseTarget(config.baseUrl, options);
  }
  const base = documentServer(servers, options);
  if (named.has(base.origin)) return { base, trusted: true };
  refusePrivate(base, options);
  return { base, trusted: !isOwn || documentServer(documentServers, options).origin === base.origin };
}

function baseTarget(baseUrl: string, options: TargetOptions): Target {
  return { base: parseBase(baseUrl, "baseUrl", options), trusted: true };
}

/** The origins that the config itself names. */
export function namedOrigins(config: HTTPServiceConfig): Set<string> {
  return new Set((config.allowedOrigins ?? []).map((origin) => parseUrl(origin, undefined, "allowedOrigins").origin));
}

/** An operation's own server; `undefined` if it is none: with a `baseUrl` that is no reason to fail. */
function usableServer(servers: readonly ServerShape[], options: TargetOptions): URL | undefined {
  try {
    return documentServer(servers, options);
  } catch {
    return undefined;
  }
}

function documentServer(servers: readonly ServerShape[], options: TargetOptions): URL {
  const isOwn = options.documentServers !== undefined && servers !== options.documentServers;
  // The config chooses among the document's servers; an operation's own list is another.
  const index = isOwn ? 0 : (options.config.server?.index ?? 0);
  // A document without servers means "/", relative to itself; a chosen one that is missing is a mistake.
  const server = servers[index] ?? (servers.length === 0 ? { url: "/" } : undefined);
  if (server === undefined) {
    throw cannotCall(`The config chooses server ${index}, and the document has ${servers.length}.`);
  }
  return parseBase(expandVariables(server, options.config.server?.variables), "The document's server", options);
}

function expandVariables(server: ServerShape, given: Readonly<Record<string, string>> = {}): string {
  return server.url.replace(/\{([^{}]*)\}/g, (_placeholder, name: string) => {
    const declared =
      server.variables !== undefined && Object.hasOwn(server.variables, name) ? server.variables[name] : undefined;
    const value = Object.hasOwn(given, name) ? given[name] : declared?.default;
    if (value === undefined) {
      throw cannotCall(`The server ${server.url} needs a value for {${name}}: set server.variables in the config.`);
    }
    const choices = declared?.enum ?? [];
    if (choices.length > 0 && !choices.includes(value)) {
      throw cannotCall(
        `The server variable ${name} must be one of ${choices.join(", ")}, and is ${JSON.stringify(value)}.`,
      );
    }
    return value;
  });
}

function parseBase(text: string, what: string, options: TargetOptions): URL {
  const base = parseUrl(text, options.documentUrl, what);
  if (base.username !== "" || base.password !== "") {
    throw cannotCall(`${what} holds a user name or password: give them as \`auth\` or \`credentials\`.`);
  }
  base.hash = "";
  return base;
}

function parseUrl(text: string, relativeTo: string | undefined, what: string): URL {
  const here = relativeTo ?? (globalThis.location as Location | undefined)?.href;
  let url: URL;
  try {
    url = new URL(text, here);
  } catch {
    throw cannotCall(`${what} ${JSON.stringify(text)} is no absolute URL: set \`baseUrl\` in the config.`);
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw cannotCall(`${what} must be a http or https URL, and is ${url.protocol}//…`);
  }
  return url;
}

function refusePrivate(base: URL, options: TargetOptions): void {
  if (options.config.allowPrivateNetwork === true) return;
  const found = ("foundAt" in options ? options.foundAt : options.documentUrl) ?? "";
  if (reachOf(base) <= (URL.canParse(found) ? reachOf(new URL(found)) : 0)) return;
  throw cannotCall(
    `The document leads to ${base.origin}, a private address: name it as \`baseUrl\`, or set \`allowPrivateNetwork\`.`,
  );
}

import { CallError } from "../../../errors/call-error.ts";
import { ownValue } from "../document/raw-object.ts";
import type { HTTPServiceConfig } from "../options/http-service-config.ts";
import type { ServerShape } from "../operation/operation-shape.ts";
import { CLOSEST_REACH, reachOf } from "../../../shared/connections/address-reach.ts";
import type { AddressReach } from "../../../shared/connections/address-reach.ts";

/** Where requests go, and whether the config trusts that server. */
export interface Target {
  /** Without a trailing slash, query or fragment. */
  readonly base: URL;
  /** Only a trusted target gets credentials. */
  readonly trusted: boolean;
  /** How close the address that its name resolves to may be. */
  readonly reach: AddressReach;
}

/** What the importer knows about the document. */
export interface DocumentOrigin {
  /** The document's address, from which relative servers start. A document may choose it itself (`$self`). */
  readonly documentUrl?: string | undefined;
  /** Where the document was really found. It may not lead to a closer network. Default: `documentUrl`. */
  readonly foundAt?: string | undefined;
  /** How close the server that sent it is. Default: as close as the text of `foundAt` says. */
  readonly reach?: AddressReach | undefined;
  /** The servers of the whole document. An operation's own servers on another origin get no credentials. */
  readonly documentServers?: readonly ServerShape[] | undefined;
}

export interface TargetOptions extends DocumentOrigin {
  readonly config: HTTPServiceConfig;
}

/** A mistake in the config or the document. Nothing has left this process, and a retry does not help. */
export function cannotCall(message: string): CallError {
  return new CallError("EXECUTION_ERROR", message, undefined, { phase: "notStarted", retryable: false });
}

/**
 * Where an operation is called: at `baseUrl` if there is one, or else at the document's server. An operation's own
 * server takes precedence over `baseUrl` only if `allowedOrigins` names it.
 */
export function chooseTarget(servers: readonly ServerShape[], options: TargetOptions): Target {
  const { config, documentServers = servers } = options;
  const named = namedOrigins(config);
  const isOwn = servers !== documentServers;
  if (config.baseUrl !== undefined) {
    const own = isOwn && named.size > 0 ? usableServer(servers, options) : undefined;
    if (own !== undefined && named.has(own.origin)) return { base: own, trusted: true, reach: CLOSEST_REACH };
    return { base: parseBase(config.baseUrl, "baseUrl", options), trusted: true, reach: CLOSEST_REACH };
  }
  const base = documentServer(servers, options);
  if (named.has(base.origin)) return { base, trusted: true, reach: CLOSEST_REACH };
  const reach = reachFor(base, options);
  return { base, trusted: !isOwn || documentServer(documentServers, options).origin === base.origin, reach };
}

/** The origins in the config's `allowedOrigins`. */
export function namedOrigins(config: HTTPServiceConfig): Set<string> {
  return new Set((config.allowedOrigins ?? []).map((origin) => parseUrl(origin, undefined, "allowedOrigins").origin));
}

/** An operation's own server, or `undefined` if it is not usable: with a `baseUrl`, that is not an error. */
function usableServer(servers: readonly ServerShape[], options: TargetOptions): URL | undefined {
  try {
    return documentServer(servers, options);
  } catch {
    return undefined;
  }
}

function documentServer(servers: readonly ServerShape[], options: TargetOptions): URL {
  const isOwn = options.documentServers !== undefined && servers !== options.documentServers;
  // The config chooses among the document's servers, not among an operation's own.
  const index = isOwn ? 0 : (options.config.server?.index ?? 0);
  // A document without servers means "/", relative to itself. An index beyond the list is a mistake.
  const server = servers[index] ?? (servers.length === 0 ? { url: "/" } : undefined);
  if (server === undefined) {
    throw cannotCall(`The config chooses server ${index}, but the document has ${servers.length}.`);
  }
  return parseBase(expandVariables(server, options.config.server?.variables), "The document's server", options);
}

function expandVariables(server: ServerShape, given: Readonly<Record<string, string>> = {}): string {
  return server.url.replace(/\{([^{}]*)\}/g, (_placeholder, name: string) => {
    const declared = ownValue(server.variables ?? {}, name);
    const value = ownValue(given, name) ?? declared?.default;
    if (value === undefined) {
      throw cannotCall(`The server ${server.url} needs a value for {${name}}. Set server.variables in the config.`);
    }
    const choices = declared?.enum ?? [];
    if (choices.length > 0 && !choices.includes(value)) {
      throw cannotCall(
        `The server variable ${name} must be one of ${choices.join(", ")}, but is ${JSON.stringify(value)}.`,
      );
    }
    return value;
  });
}

function parseBase(text: string, what: string, options: TargetOptions): URL {
  const base = parseUrl(text, options.documentUrl, what);
  if (base.username !== "" || base.password !== "") {
    throw cannotCall(`${what} holds a user name or password. Give them as \`auth\` or \`credentials\`.`);
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
    throw cannotCall(`${what} ${JSON.stringify(text)} is not an absolute URL. Set \`baseUrl\` in the config.`);
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw cannotCall(`${what} must be an http or https URL, but is ${url.protocol}//…`);
  }
  return url;
}

/** How close the document may lead. Throws if the text of its server already leads closer. */
function reachFor(base: URL, options: TargetOptions): AddressReach {
  if (options.config.allowPrivateNetwork === true) return CLOSEST_REACH;
  const found = ("foundAt" in options ? options.foundAt : options.documentUrl) ?? "";
  const reach = options.reach ?? (URL.canParse(found) ? reachOf(new URL(found)) : 0);
  if (reachOf(base) <= reach) return reach;
  throw cannotCall(
    `The document leads to ${base.origin}, a private address. Name it as \`baseUrl\`, or set \`allowPrivateNetwork\`.`,
  );
}

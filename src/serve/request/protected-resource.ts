/** A server as an OAuth protected resource: it tells clients where to log in (RFC 9728). */
import { CallError } from "../../errors/call-error.ts";
import type { AccessControl, Identity } from "../../operation/access-control.ts";
import { jsonReply } from "./incoming.ts";
import type { AnyReply, HeaderPairs, Incoming, Reply } from "./incoming.ts";
import { HTTPRefusal } from "./problem.ts";

/** Where clients log in for a server. */
export interface ProtectedResourceOptions {
  /** The issuers whose tokens `authenticate` accepts. */
  readonly authorizationServers: readonly string[];
  /** The address by which clients reach the server: `https://hub.example`. Default: the host they ask for. */
  readonly publicUrl?: string | undefined;
  /** The scopes that clients ask for. Default: clients ask for none. */
  readonly scopes?: readonly string[] | undefined;
  /** Paths that are separate resources, such as `/mcp`. Default: none. */
  readonly paths?: readonly string[] | undefined;
}

const METADATA = "/.well-known/oauth-protected-resource";

const ALLOW = "GET, HEAD, OPTIONS";

/** The metadata of the server and of its paths, by their own paths. Throws if the options make no sense. */
export function metadataTargets(options: ProtectedResourceOptions): Map<string, MetadataTarget> {
  checkOptions(options);
  const paths = ["", ...(options.paths ?? [])];
  return new Map(paths.map((path) => [METADATA + path, metadataTarget(options, path)]));
}

/** A `RequestTarget` that needs no credential. */
interface MetadataTarget {
  readonly access: "public";
  readonly allow: string;
  answer(request: { readonly incoming: Incoming }): Reply;
}

function metadataTarget(options: ProtectedResourceOptions, path: string): MetadataTarget {
  const { authorizationServers, scopes } = options;
  return {
    access: "public",
    allow: ALLOW,
    answer({ incoming }) {
      if (incoming.method !== "GET" && incoming.method !== "HEAD") {
        throw new HTTPRefusal(405, `This path takes only ${ALLOW}.`, { headers: ["allow", ALLOW] });
      }
      const metadata = {
        resource: baseOf(options, incoming) + path,
        authorization_servers: authorizationServers,
        ...(scopes === undefined ? {} : { scopes_supported: scopes }),
        bearer_methods_supported: ["header"],
      };
      return jsonReply(200, metadata, ["cache-control", "no-store"]);
    },
  };
}

/**
 * The challenge to a caller with a token that lacks scopes (RFC 6750): it names all scopes that the next token should
 * have. Undefined if other scopes would not help.
 */
export function scopeChallenge(
  { requiredScopes, requiredScopesAny = [] }: AccessControl,
  identity: Identity | undefined,
): HeaderPairs | undefined {
  // A key has no issuer that could give it more.
  if (identity?.issuer === undefined) return undefined;
  const { scopes } = identity;
  const isAnyHeld = requiredScopesAny.length === 0 || requiredScopesAny.some((scope) => scopes.includes(scope));
  const needed = [...requiredScopes, ...(isAnyHeld ? [] : requiredScopesAny.slice(0, 1))];
  if (needed.every((scope) => scopes.includes(scope)) || !needed.every(isScope)) return undefined;
  const asked = new Set([...scopes.filter(isScope), ...needed]);
  return ["www-authenticate", `Bearer error="insufficient_scope", scope="${[...asked].join(" ")}"`];
}

function isScope(text: string): boolean {
  return /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(text);
}

/** Whether a refusal should say how to log in: for a missing token, or one without enough scopes. */
export function needsChallenge(reply: AnyReply): boolean {
  if (reply.status === 401) return true;
  return reply.status === 403 && !(reply instanceof Response) && reply.headers.includes("www-authenticate");
}

/** Adds to such a refusal where the client finds out how to log in. */
export function withChallenge(reply: AnyReply, incoming: Incoming, options: ProtectedResourceOptions): AnyReply {
  const path = options.paths?.find((each) => incoming.path === each || incoming.path.startsWith(`${each}/`)) ?? "";
  const scope = options.scopes === undefined || reply.status === 403 ? "" : `, scope="${options.scopes.join(" ")}"`;
  const added = `resource_metadata="${baseOf(options, incoming)}${METADATA}${path}"${scope}`;
  if (reply instanceof Response) {
    const headers = new Headers(reply.headers);
    headers.set("www-authenticate", extended(headers.get("www-authenticate"), added));
    return new Response(reply.body, { status: reply.status, statusText: reply.statusText, headers });
  }
  const at = reply.headers.indexOf("www-authenticate");
  if (at === -1) reply.headers.push("www-authenticate", extended(null, added));
  else reply.headers[at + 1] = extended(reply.headers[at + 1] ?? null, added);
  return reply;
}

function extended(challenge: string | null, added: string): string {
  return challenge === null || challenge === "Bearer" ? `Bearer ${added}` : `${challenge}, ${added}`;
}

/** The host has been checked. */
function baseOf({ publicUrl }: ProtectedResourceOptions, { headers, isEncrypted }: Incoming): string {
  const scheme = isEncrypted ? "https" : "http";
  return publicUrl?.replace(/\/$/, "") ?? `${scheme}://${headers["host"] ?? "localhost"}`;
}

function checkOptions({ authorizationServers, publicUrl, scopes = [] }: ProtectedResourceOptions): void {
  for (const url of [...authorizationServers, ...(publicUrl === undefined ? [] : [publicUrl])]) {
    if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) continue;
    throw new CallError("VALIDATION_ERROR", `protectedResource: ${JSON.stringify(url)} is not a web address.`);
  }
  for (const scope of scopes) {
    if (isScope(scope)) continue;
    throw new CallError("VALIDATION_ERROR", `protectedResource: ${JSON.stringify(scope)} is not a scope.`);
  }
}

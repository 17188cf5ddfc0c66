import type { LogMessage, LogReader } from "../../../operation/caller-log.ts";
import { CallError } from "../../../errors/call-error.ts";
import type { AccessControl, Identity } from "../../../operation/access-control.ts";
import type { CallSession } from "../../../operation/call-session.ts";
import type { ElicitationHandler } from "./elicitation.ts";
import type { ToolPatterns } from "./tool-filter.ts";

/** `legacy`: `initialize`, revisions up to 2025-11-25. `modern`: 2026-07-28. `auto`: asks the server first. */
export type MCPEra = "auto" | "legacy" | "modern";

/** A log entry about a server. */
export interface MCPLogEntry {
  /** The name given to `createMCPClient`. */
  readonly server: string;
  /**
   * `stderr`: a line of a child process; `message`: a log message of the protocol; `warning`: one of ours; `debug`: a
   * detail of ours; `download`: `npx` or a program like it fetches the server before it starts it.
   */
  readonly kind: "stderr" | "message" | "warning" | "debug" | "download";
  readonly text: string;
}

/** When to restart an MCP server that has died. */
export interface MCPRespawnOptions {
  /** Milliseconds before the first restart; doubled each time. Default: 250. */
  readonly initialDelay?: number | undefined;
  /** Default: 30000. */
  readonly maxDelay?: number | undefined;
}

/** How to reach an MCP server (`command` for a child process, `url` for HTTP), and which operations to make of it. */
export interface MCPClientConfig {
  readonly command?: string | undefined;
  readonly args?: readonly string[] | undefined;
  /** Environment variables of the process, in addition to a small safe part of our own. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly cwd?: string | undefined;
  readonly url?: string | undefined;
  /** Sent with every HTTP request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;

  /** Default: `stdio` with a command, `http` with a URL. `sse` is the HTTP transport of 2024-11-05. */
  readonly type?: "stdio" | "http" | "streamable-http" | "sse" | undefined;
  /** Default: `auto` over HTTP; over stdio `legacy`, and `modern` for a server that refuses it. */
  readonly era?: MCPEra | undefined;
  /** A call fails after this many milliseconds without an answer or progress. Default: 60000. */
  readonly timeout?: number | undefined;
  /** Milliseconds for connecting and listing. Default: 30000. */
  readonly connectTimeout?: number | undefined;
  /** Closes the client, and ends connecting. */
  readonly signal?: AbortSignal | undefined;
  /** The largest message that the client reads. Default: 32 MiB. */
  readonly maxMessageBytes?: number | undefined;
  /**
   * How many values a message may hold; an object or array counts as 8, its members beyond 1,000 as 51 each. Default:
   * 8,000,000.
   */
  readonly maxValues?: number | undefined;

  /** Only these tools: names, or patterns with `*`. */
  readonly include?: ToolPatterns | undefined;
  /** Not these tools. */
  readonly exclude?: ToolPatterns | undefined;
  /** Makes `readOnlyHint` a QUERY and `idempotentHint` an idempotent MUTATION. A server may lie: default `false`. */
  readonly trustHints?: boolean | undefined;
  /** Offers `<name>.resources.list`, `.templates`, `.read` and `.watch`, if the server has resources. */
  readonly resources?: boolean | undefined;
  /** Offers each prompt of the server as `<name>.prompts.<prompt>`. */
  readonly prompts?: boolean | undefined;
  /** The access control of every operation of this server. Default: open to all. */
  readonly accessControl?: AccessControl | undefined;

  /** A bearer token for every HTTP request, or how to get one. */
  readonly token?: string | (() => string | undefined | Promise<string | undefined>) | undefined;
  /** An `OAuthClientProvider` or `AuthProvider` of `@modelcontextprotocol/client`. */
  readonly authProvider?: object | undefined;
  /**
   * `shared`: one session with the server for all calls. `caller`: each identity has its own session, and for a
   * `command` its own process. `session`: so has each session of a client. Default: `shared`. With the latter two,
   * `{caller}` and `{session}` in `args` and `env` are replaced by names that are safe in paths.
   */
  readonly isolation?: MCPIsolation | undefined;
  /** With `isolation`: the most sessions at once, besides the one that lists the tools. Default: 32. */
  readonly maxSessions?: number | undefined;
  /** With `isolation`: milliseconds after its last call until a session is ended. Default: 300000. */
  readonly idleMs?: number | undefined;
  /**
   * With `isolation`: if the caller's session lists a tool differently from the first session, refuses calls to it with
   * `OPERATION_QUARANTINED`. A hub with a lock sets this. Default: false. Each session then lists its tools and
   * prompts, and the caller does not see what its session does not list.
   */
  readonly sameTools?: boolean | undefined;
  /**
   * With `isolation`: gives the `authProvider` of one caller's session when the session begins. If it throws, the call
   * fails with that error. Default: `authProvider`. Each session then lists its tools and prompts, and the caller does
   * not see what its session does not list.
   */
  readonly authProviderFor?: AuthProviderForCaller | undefined;
  /**
   * HTTP header fields for the caller of an operation, such as `authorization`; they take precedence over all others.
   */
  readonly credentials?: CredentialsForIdentity | undefined;
  /**
   * Lets the server ask questions during a call; they go to the caller's `context.onElicitation`. Default: from
   * 2026-07-28 on, where each request says what its caller answers, yes; before, only with `onElicitation`.
   */
  readonly elicitation?: boolean | undefined;
  /**
   * Lets the server prompt the model of the caller, by the caller's `context.onSampling`. Default: only from 2026-07-28
   * on.
   */
  readonly sampling?: boolean | undefined;
  /**
   * Tells the server the roots of the caller, by the caller's `context.onRoots`. Default: only from 2026-07-28 on.
   * Before, servers keep the roots for the whole session: use it only if all callers may reach the same folders.
   */
  readonly roots?: boolean | undefined;
  /** Answers the questions of calls whose caller takes none. */
  readonly onElicitation?: ElicitationHandler | undefined;

  /** Gets the server's standard error, its log messages and the client's warnings. Default: drops them. */
  readonly logger?: ((entry: MCPLogEntry) => void) | undefined;
  /**
   * Gets the server's log messages that arrive while no call runs. With `isolation`, `owner` is the caller in whose
   * session the message arrived: no other caller should read it.
   */
  readonly onLog?: ((message: LogMessage, owner?: LogReader) => void) | undefined;
  /** Default: the global `fetch`, with sockets of its own that close with the client. */
  readonly fetch?: typeof fetch | undefined;
  /**
   * Milliseconds between two checks whether a server over HTTP still answers, while no call shows that. 0: only calls
   * show it. Default: 15000.
   */
  readonly healthInterval?: number | undefined;
  /** When to restart a crashed child process; `false`: never. */
  readonly respawn?: MCPRespawnOptions | false | undefined;
  /** The name and version that the client sends to the server. */
  readonly clientInfo?: { readonly name: string; readonly version: string } | undefined;
}

/** Gives the HTTP header fields for calls to an MCP server on behalf of an identity. */
export type CredentialsForIdentity = (
  identity: Identity | undefined,
) => Readonly<Record<string, string>> | undefined | Promise<Readonly<Record<string, string>> | undefined>;

/** Who shares a session with an MCP server. */
export type MCPIsolation = "shared" | "caller" | "session";

/** Whom an isolated session is for. */
export interface IsolatedCaller {
  readonly identity: Identity | undefined;
  /** With `isolation: session`, the session of the client, if it has one. */
  readonly session: CallSession | undefined;
  /** Ends the session after its running calls: it can no longer be used. The next call begins another one. */
  readonly end: () => void;
  /** Fires when the session has ended. */
  readonly ended: AbortSignal;
}

/** Gives the auth provider of one caller's session. */
export type AuthProviderForCaller = (caller: IsolatedCaller) => object | undefined | Promise<object | undefined>;

export const DEFAULT_MAX_SESSIONS = 32;
export const DEFAULT_IDLE_MS = 300_000;
export const DEFAULT_TIMEOUT = 60_000;
export const DEFAULT_CONNECT_TIMEOUT = 30_000;
export const DEFAULT_HEALTH_INTERVAL = 15_000;
export const DEFAULT_MAX_MESSAGE_BYTES = 32 * 1024 * 1024;

/** Where a server is. */
export type Endpoint =
  | { readonly kind: "stdio"; readonly command: string }
  | { readonly kind: "http" | "sse"; readonly url: URL };

/** Finds out where the server is. Throws if the configuration makes no sense. */
export function endpointOf(name: string, config: MCPClientConfig): Endpoint {
  const { command, url, type, isolation = "shared" } = config;
  if (config.authProviderFor !== undefined && isolation === "shared")
    throw misconfigured(name, 'has "authProviderFor", which gives callers their own sessions: set "isolation".');
  if (command !== undefined && url !== undefined) throw misconfigured(name, 'has both "command" and "url": keep one.');
  if (type === "stdio" || (type === undefined && command !== undefined)) {
    if (typeof command !== "string" || command === "") throw misconfigured(name, 'needs a "command" to run.');
    if (config.credentials !== undefined)
      throw misconfigured(name, 'has "credentials", which are header fields: they need a "url".');
    return { kind: "stdio", command };
  }
  if (typeof url !== "string") throw misconfigured(name, 'needs a "command" (stdio) or a "url" (HTTP).');
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol))
    throw misconfigured(name, `has a "url" that is not an http(s) address: ${url}`);
  if (parsed.username !== "" || parsed.password !== "")
    throw misconfigured(name, 'has credentials in its "url": put them into "headers" or "token".');
  return { kind: type === "sse" ? "sse" : "http", url: parsed };
}

function misconfigured(name: string, problem: string): CallError {
  return new CallError("VALIDATION_ERROR", `The MCP server ${JSON.stringify(name)} ${problem}`);
}

import { CallError } from "../../errors/call-error.ts";
import type { Identity } from "../../operation/access-control.ts";
import { OperationType } from "../../operation/operation-type.ts";
import { clientOf } from "../identity/client-shares.ts";
import type { CredentialWatch, OnCredentialEnd } from "../identity/credential-watch.ts";
import { answerCall } from "./answer-call.ts";
import type { CallDesk } from "./answer-call.ts";
import { authenticate, credentialOf } from "../request/authenticate.ts";
import type { Catalogue } from "./catalogue.ts";
import { checkOrigin, corsHeaders, preflightHeaders } from "../request/check-origin.ts";
import type { OriginRules } from "../request/check-origin.ts";
import { compress } from "../request/compress.ts";
import type { HTTPRequestInfo, HTTPRoute } from "../request/http-service.ts";
import { jsonAnswer } from "../request/incoming.ts";
import type { Answer, Incoming } from "../request/incoming.ts";
import { HTTPRefusal, problemAnswer } from "../request/problem.ts";

/** What a router answers with. */
export interface RouterNeeds extends CallDesk {
  readonly catalogue: Catalogue;
  readonly credentialWatch: CredentialWatch | undefined;
}

/** One way in: a server, or `fetch`. */
export interface Door {
  readonly rules: OriginRules;
  /** Whether it is being closed. */
  isClosing: boolean;
}

type Reply = Answer | Response;

/** Answers requests. What is thrown on the way becomes a problem; it never throws itself. */
export class Router {
  readonly #needs: RouterNeeds;
  readonly #exact = new Map<string, HTTPRoute>();
  readonly #prefixes: readonly HTTPRoute[];

  constructor(needs: RouterNeeds) {
    this.#needs = needs;
    const { routes = [] } = needs.settings;
    for (const route of routes) if (!route.path.endsWith("/")) this.#exact.set(route.path, route);
    this.#prefixes = routes
      .filter(({ path }) => path.endsWith("/"))
      .sort((one, other) => other.path.length - one.path.length);
  }

  async answer(incoming: Incoming, door: Door, info?: HTTPRequestInfo): Promise<Reply> {
    const { settings } = this.#needs;
    const { rules } = door;
    let reply: Reply;
    try {
      const health = this.#health(incoming, door);
      if (health !== undefined) return health;
      checkOrigin(incoming, rules);
      reply = await this.#route(incoming, rules, info);
    } catch (thrown) {
      reply = problemAnswer(thrown, { settings });
    }
    if (reply instanceof Response) return withCORS(reply, incoming, rules);
    if (rules.cors !== undefined) reply.headers.push(...corsHeaders(rules, incoming.header("origin")));
    if (typeof reply.body !== "string" || reply.body.length <= settings.compressAbove) return reply;
    return compress(reply, incoming.header("accept-encoding"));
  }

  /** Before hosts are checked: whoever asks for health does so by an address, and learns nothing else. */
  #health({ path, method }: Incoming, { isClosing }: Door): Answer | undefined {
    if (path !== "/healthz" && path !== "/readyz") return undefined;
    if (method !== "GET" && method !== "HEAD") return problemAnswer(notAllowed("GET, HEAD"), this.#needs);
    const isWell = path === "/healthz" || (!isClosing && this.#needs.settings.isReady?.() !== false);
    return jsonAnswer(isWell ? 200 : 503, { status: isWell ? "ok" : "unavailable" }, ["cache-control", "no-store"]);
  }

  async #route(incoming: Incoming, rules: OriginRules, info: HTTPRequestInfo | undefined): Promise<Reply> {
    const { registry, settings } = this.#needs;
    const path = decodedPath(incoming.path);
    const id = operationAt(path);
    const spec = id === undefined ? undefined : registry.getSpec(id);
    const route = spec === undefined ? this.#routeAt(path) : undefined;
    if (incoming.method === "OPTIONS" && route === undefined) {
      // The same for every path: nobody has said yet who asks, and what there is is not everybody's business.
      return { status: 204, headers: ["allow", ALLOW, ...preflightHeaders(rules, ALLOW)], body: undefined };
    }
    if (isPreflight(incoming)) {
      // Which methods and headers a route takes, only itself knows.
      const asked = incoming.header("access-control-request-method") ?? "";
      const allow = /^[A-Z]{1,20}$/.test(asked) ? asked : "GET, POST";
      const names = incoming.header("access-control-request-headers") ?? "";
      const allowed = /^[\w-]+(?: ?, ?[\w-]+)*$/.test(names) ? names : undefined;
      return { status: 204, headers: preflightHeaders(rules, allow, allowed), body: undefined };
    }
    if (route?.public === true) return route.handle(incoming.toRequest(), {});
    const found = info?.identity ?? authenticate(incoming, settings);
    // A call is worth sparing it an await.
    const identity = found instanceof Promise ? await found : found;
    // Without `authenticate` everybody has the same identity.
    const client = clientOf(identity === settings.identity ? undefined : identity, incoming);
    const isStream = spec?.type === OperationType.SUBSCRIPTION;
    const onCredentialEnd = isStream || route !== undefined ? this.#watching(incoming, identity, info) : undefined;
    if (id !== undefined && spec !== undefined) {
      return answerCall(this.#needs, { id, spec, incoming, identity, client, onCredentialEnd });
    }
    if (route !== undefined) {
      this.#countOpen(incoming, client);
      return route.handle(incoming.toRequest(), { identity, address: incoming.address, onCredentialEnd });
    }
    return this.#read(path, incoming, identity);
  }

  #routeAt(path: string): HTTPRoute | undefined {
    return (
      this.#exact.get(path) ??
      this.#prefixes.find((route) => path.startsWith(route.path) || path === route.path.slice(0, -1))
    );
  }

  /** How to hear that the credential of a request no longer holds; undefined where it has none. */
  #watching(incoming: Incoming, identity: Identity | undefined, info?: HTTPRequestInfo): OnCredentialEnd | undefined {
    const { credentialWatch } = this.#needs;
    if (info?.identity !== undefined) return info.onCredentialEnd;
    if (identity === undefined || credentialWatch === undefined) return undefined;
    const credential = credentialOf(incoming);
    return credential && credentialWatch.later(credential, identity);
  }

  /** An answer of a route is open until its connection says that it is not. */
  #countOpen(incoming: Incoming, client: string | undefined): void {
    if (incoming.onClosed === undefined) return;
    const { calls } = this.#needs;
    calls.takeShare(client);
    incoming.onClosed(() => calls.giveShare(client));
  }

  async #read(path: string, incoming: Incoming, identity: Identity | undefined): Promise<Answer> {
    const { catalogue } = this.#needs;
    const read = reader(path, catalogue);
    if (read === undefined) throw notFound(path);
    if (incoming.method !== "GET" && incoming.method !== "HEAD") throw notAllowed("GET, HEAD, OPTIONS");
    return read(incoming, identity);
  }
}

type Reader = (incoming: Incoming, identity: Identity | undefined) => Answer | Promise<Answer>;

const SPEC_PATH = "/~/operations/";
const ALLOW = "GET, HEAD, POST, OPTIONS";

function reader(path: string, catalogue: Catalogue): Reader | undefined {
  if (path === "/openapi.json") return (incoming, identity) => catalogue.document(incoming, identity);
  if (path === "/~/operations") return (incoming, identity) => catalogue.list(incoming, identity);
  if (path === "/~/session") return (_incoming, identity) => catalogue.session(identity);
  if (!path.startsWith(SPEC_PATH) || path === SPEC_PATH) return undefined;
  return (_incoming, identity) => catalogue.describe(path.slice(SPEC_PATH.length), identity);
}

/** `/namespace/name`, where a name holds no dot. */
function operationAt(path: string): string | undefined {
  const slash = path.indexOf("/", 1);
  if (slash === -1 || path.indexOf("/", slash + 1) !== -1 || path.indexOf(".", slash) !== -1) return undefined;
  return `${path.slice(1, slash)}.${path.slice(slash + 1)}`;
}

function decodedPath(path: string): string {
  if (!path.includes("%")) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    throw new HTTPRefusal(400, "The path holds a % that is no percent-encoding of UTF-8.");
  }
}

function isPreflight(incoming: Incoming): boolean {
  return incoming.method === "OPTIONS" && incoming.header("access-control-request-method") !== undefined;
}

function notFound(path: string): CallError {
  const id = operationAt(path);
  const what = id === undefined || path.startsWith("/~") ? "nothing at this path" : `no operation ${id.slice(0, 200)}`;
  return new CallError("OPERATION_NOT_FOUND", `There is ${what}.`);
}

function notAllowed(allow: string): HTTPRefusal {
  return new HTTPRefusal(405, `Here only ${allow} are understood.`, { headers: ["allow", allow] });
}

const EXPOSE = "access-control-expose-headers";

function withCORS(response: Response, incoming: Incoming, rules: OriginRules): Response {
  const pairs = corsHeaders(rules, incoming.header("origin"));
  if (pairs.length === 0) return response;
  const headers = new Headers(response.headers);
  for (let index = 0; index < pairs.length; index += 2) {
    const name = pairs[index] as string;
    if (name === "vary") headers.append(name, pairs[index + 1] as string);
    else headers.set(name, pairs[index + 1] as string);
  }
  // A page may read what the route tells: the id of an MCP session, for one.
  const told = [...response.headers.keys()].join(", ");
  if (told !== "" && headers.has(EXPOSE)) headers.set(EXPOSE, told);
  const { status, statusText } = response;
  return new Response(response.body, { status, statusText, headers });
}

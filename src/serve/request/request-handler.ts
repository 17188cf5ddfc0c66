/** The single entrance: every request is checked here, once, and passed to the code that answers it. */
import { CallError } from "../../errors/call-error.ts";
import { identityKey } from "../../operation/access-control.ts";
import type { Identity } from "../../operation/access-control.ts";
import type { Credential } from "../../operation/authenticate.ts";
import { expiryOf } from "../identity/credential-watch.ts";
import type { CredentialWatch, OnCredentialEnd } from "../identity/credential-watch.ts";
import { clientOf } from "./client-limits.ts";
import type { CallLimits, CountedCaller } from "./client-limits.ts";
import { compress } from "./compress.ts";
import type { HTTPRequestInfo, HTTPRoute } from "./http-service.ts";
import type { AnyReply, Incoming, Reply, RequestHeaders } from "./incoming.ts";
import type { OriginRules } from "./origin-rules.ts";
import { HTTPRefusal, problemReply } from "./problem.ts";
import { metadataTargets, needsChallenge, withChallenge } from "./protected-resource.ts";
import type { RequestSettings } from "./request-options.ts";

/** What answers the requests of one path. */
export interface RequestTarget {
  /** `caller`: with a credential; `public`: without one; `probe`: for health checks, at any host. Default: `caller`. */
  readonly access?: "caller" | "public" | "probe" | undefined;
  /** The methods it takes, for `OPTIONS`; undefined if only the target knows them. */
  readonly allow?: string | undefined;
  /** Whether each open request counts against its client's share, because the target counts no calls itself. */
  readonly countsRequests?: boolean | undefined;
  /**
   * Whether its replies are read before the client has taken what was written. What is read ahead is bounded, like
   * everything that waits for the client; what the target would keep itself is not.
   */
  readonly readsAhead?: boolean | undefined;
  answer(request: CheckedRequest): AnyReply | Promise<AnyReply>;
}

/** A route that takes a request as it came in: no web-standard request has to be made for it. */
export interface IncomingRoute extends HTTPRoute, Pick<RequestTarget, "answer" | "readsAhead"> {}

/** Finds what answers a request: always something, if only to say that there is nothing. */
export interface RequestRouter {
  find(incoming: Incoming): RequestTarget;
}

/** A server, or `fetch`. */
export interface EntryPoint {
  readonly rules: OriginRules;
  isClosing: boolean;
}

export interface RequestHandlerDeps {
  readonly settings: RequestSettings;
  readonly limits: CallLimits;
  readonly credentialWatch: CredentialWatch | undefined;
}

interface CheckedParts {
  readonly canStepUp?: boolean | undefined;
  readonly identity?: Identity | undefined;
  readonly client?: string | undefined;
  readonly onCredentialEnd?: OnCredentialEnd | undefined;
}

/** A request whose host, origin and credential are checked. */
export class CheckedRequest implements CountedCaller {
  readonly incoming: Incoming;
  readonly entry: EntryPoint;
  readonly identity: Identity | undefined;
  /** Which client it counts for; undefined if that is not known. */
  readonly client: string | undefined;
  /** Calls the listener once, when the credential is no longer valid. Returns a function that stops listening. */
  readonly onCredentialEnd: OnCredentialEnd | undefined;
  /** Whether the caller could log in again for more scopes. */
  readonly canStepUp: boolean;
  requestShare: CountedCaller["requestShare"];

  constructor(
    incoming: Incoming,
    entry: EntryPoint,
    { identity, client, onCredentialEnd, canStepUp = false }: CheckedParts,
  ) {
    this.incoming = incoming;
    this.entry = entry;
    this.identity = identity;
    this.client = client;
    this.onCredentialEnd = onCredentialEnd;
    this.canStepUp = canStepUp;
  }
}

/** Answers requests. What is thrown on the way becomes a problem; `answer` itself never throws. */
export class RequestHandler {
  readonly settings: RequestSettings;
  readonly limits: CallLimits;
  readonly #router: RequestRouter;
  readonly #watch: CredentialWatch | undefined;

  constructor(router: RequestRouter, { settings, limits, credentialWatch }: RequestHandlerDeps) {
    this.settings = settings;
    const { protectedResource } = settings;
    const metadata = protectedResource && metadataTargets(protectedResource);
    this.#router = metadata ? { find: (incoming) => metadata.get(incoming.path) ?? router.find(incoming) } : router;
    this.limits = limits;
    this.#watch = credentialWatch;
  }

  async answer(incoming: Incoming, entry: EntryPoint, info?: HTTPRequestInfo): Promise<AnyReply> {
    const { settings } = this;
    const { rules } = entry;
    let reply: AnyReply;
    try {
      // Two fields, joined: a host has no space. Checked for health probes, too.
      if (incoming.headers["host"]?.includes(", ") === true)
        throw new HTTPRefusal(400, "The request has more than one `Host` field.");
      const target = this.#router.find(incoming);
      // Health probes use an address, and get nothing else.
      if (target.access === "probe") return await target.answer(new CheckedRequest(incoming, entry, {}));
      rules.check(incoming.headers);
      const options = incoming.method === "OPTIONS" ? optionsReply(target, incoming.headers, rules) : undefined;
      if (options !== undefined) reply = options;
      else if (target.access === "public") reply = await target.answer(new CheckedRequest(incoming, entry, {}));
      else {
        const checked = this.#check(incoming, entry, info);
        const request = checked instanceof Promise ? await checked : checked;
        incoming.client = request.client;
        incoming.readsAhead = target.readsAhead;
        if (target.countsRequests === true) incoming.onClosed?.(this.limits.enterRequest(request));
        reply = await target.answer(request);
      }
    } catch (thrown) {
      reply = problemReply(thrown, { settings });
    }
    const { protectedResource } = settings;
    if (protectedResource !== undefined && needsChallenge(reply)) {
      reply = withChallenge(reply, incoming, protectedResource);
    }
    if (settings.cors !== undefined) reply = withCORS(reply, rules.headersFor(incoming.headers["origin"]));
    if (reply instanceof Response || typeof reply.body !== "string") return reply;
    return reply.body.length <= settings.compressAbove ? reply : compress(reply, incoming.headers["accept-encoding"]);
  }

  /** Finds out who sends the request. `session`: `null` if it has none. Not async, to save each call an await. */
  #check(
    incoming: Incoming,
    entry: EntryPoint,
    info: HTTPRequestInfo | undefined,
    session?: Credential | null,
  ): CheckedRequest | Promise<CheckedRequest> {
    const { authenticate, identity: shared, protectedResource, sessionCredential } = this.settings;
    const watch = this.#watch;
    const rechecks = watch?.rechecks ?? 0;
    const isKnown = info?.identity !== undefined;
    const needsNone = isKnown || authenticate === undefined;
    const credential = session ?? (needsNone ? undefined : credentialIn(incoming));
    if (credential === undefined && session === undefined && !needsNone && sessionCredential !== undefined) {
      const shown = sessionCredential(incoming);
      if (shown !== undefined) return this.#checkSession(shown, { incoming, entry, info });
    }
    const found = isKnown ? info.identity : authenticate === undefined ? shared : this.#identify(credential);
    const toChecked = (identity: Identity | undefined): CheckedRequest =>
      new CheckedRequest(incoming, entry, {
        identity,
        canStepUp: identity?.issuer !== undefined && protectedResource !== undefined,
        // Without `authenticate` all clients have the same identity.
        client:
          identity === undefined || identity === shared ? clientOf(undefined, incoming.address) : identityKey(identity),
        onCredentialEnd:
          credential === undefined || identity === undefined || watch === undefined
            ? (info?.onCredentialEnd ?? expiryOf(identity))
            : (onEnd) => watch.hold({ credential, identity, onEnd }, rechecks),
      });
    return found instanceof Promise ? found.then(toChecked) : toChecked(found);
  }

  async #checkSession(
    shown: Credential | Promise<Credential | undefined>,
    { incoming, entry, info }: { incoming: Incoming; entry: EntryPoint; info: HTTPRequestInfo | undefined },
  ): Promise<CheckedRequest> {
    return await this.#check(incoming, entry, info, (await shown) ?? null);
  }

  /** Throws a 401, or rejects with one, if the credential is missing or not valid. */
  #identify(credential: Credential | undefined): Identity | undefined | Promise<Identity> {
    const { authenticate, anonymous } = this.settings;
    if (credential === undefined) {
      if (anonymous === true) return undefined;
      throw unauthorised("The request has no credential: send `Authorization: Bearer <key>` or `x-api-key`.");
    }
    try {
      const found = authenticate?.(credential);
      if (found instanceof Promise) return found.then(known, (error: unknown) => this.#refuse(error));
      if (found !== undefined) return found;
    } catch (error) {
      this.#refuse(error);
    }
    throw notValid();
  }

  /** The operator learns why `authenticate` failed; the client only that it tries too often. */
  #refuse(error: unknown): never {
    if (error instanceof CallError && error.code === "RATE_LIMITED") throw error;
    this.settings.onError?.(error);
    throw notValid();
  }
}

function known(identity: Identity | undefined): Identity {
  if (identity === undefined) throw notValid();
  return identity;
}

const BEARER = /^Bearer +(\S+) *$/i;

/** The credential of a request, if it has one. Throws a 401 for one that we don't understand. */
export function credentialIn(incoming: Pick<Incoming, "headers" | "address">): Credential | undefined {
  const { authorization, "x-api-key": key } = incoming.headers;
  const token = authorization === undefined ? key : BEARER.exec(authorization)?.[1];
  if (token === undefined || token === "") {
    if (authorization === undefined) return undefined;
    throw unauthorised("`Authorization` must be `Bearer <key>`.", "invalid_request");
  }
  return new SentCredential(token, authorization === undefined ? "api-key" : "bearer", incoming);
}

/** A class, because a literal with a getter costs many times as much, see ADR 3. */
class SentCredential implements Credential {
  readonly token: string;
  readonly kind: Credential["kind"];
  readonly #sender: Pick<Incoming, "address">;

  constructor(token: string, kind: Credential["kind"], sender: Pick<Incoming, "address">) {
    this.token = token;
    this.kind = kind;
    this.#sender = sender;
  }

  /** Read on demand: only refused credentials need it. */
  get address(): string | undefined {
    return this.#sender.address;
  }
}

function notValid(): HTTPRefusal {
  return unauthorised("The credential is not valid.", "invalid_token");
}

function unauthorised(message: string, error?: string): HTTPRefusal {
  const challenge = error === undefined ? "Bearer" : `Bearer error="${error}"`;
  return new HTTPRefusal(401, message, { code: "UNAUTHENTICATED", headers: ["www-authenticate", challenge] });
}

/** The same for every path of ours: without a credential, a client should not learn what exists. */
function optionsReply({ allow }: RequestTarget, headers: RequestHeaders, rules: OriginRules): Reply | undefined {
  if (allow !== undefined) return { status: 204, headers: ["allow", allow, ...rules.preflightHeaders(allow)] };
  const asked = headers["access-control-request-method"];
  if (asked === undefined) return undefined;
  // Only the target knows which methods and headers it takes.
  const methods = /^[A-Z]{1,20}$/.test(asked) ? asked : "GET, POST";
  const names = headers["access-control-request-headers"] ?? "";
  const allowed = /^[\w-]+(?: ?, ?[\w-]+)*$/.test(names) ? names : undefined;
  return { status: 204, headers: rules.preflightHeaders(methods, allowed) };
}

const EXPOSE = "access-control-expose-headers";

function withCORS(reply: AnyReply, pairs: readonly string[]): AnyReply {
  if (pairs.length === 0) return reply;
  if (!(reply instanceof Response)) {
    reply.headers.push(...pairs);
    return reply;
  }
  const headers = new Headers(reply.headers);
  for (let index = 0; index < pairs.length; index += 2) {
    const name = pairs[index] as string;
    if (name === "vary") headers.append(name, pairs[index + 1] as string);
    else headers.set(name, pairs[index + 1] as string);
  }
  // A page may read every header of a route's response: the id of an MCP session, for one.
  const names = [...reply.headers.keys()].join(", ");
  if (names !== "" && headers.has(EXPOSE)) headers.set(EXPOSE, names);
  const { status, statusText } = reply;
  return new Response(reply.body, { status, statusText, headers });
}

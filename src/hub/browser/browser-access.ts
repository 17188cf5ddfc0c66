import { CallError } from "../../errors/call-error.ts";
import type { Authenticate, Credential } from "../../operation/authenticate.ts";
import type { HTTPRoute } from "../../serve/request/http-service.ts";
import type { RequestHeaders } from "../../serve/request/incoming.ts";
import { HTTPRefusal } from "../../serve/request/problem.ts";
import { credentialIn } from "../../serve/request/request-handler.ts";
import type { UncredentialedRequest } from "../../serve/request/request-options.ts";
import type { LoginPageAddresses } from "../logins/page/login-page-addresses.ts";
import { ArrivalCodes } from "./arrival-codes.ts";
import { SESSION_LIFETIME } from "./page-sessions.ts";
import type { FoundSession, PageSessions } from "./page-sessions.ts";
import { ownOrigin, pageCookie, SESSION_HEADER, sessionIn } from "./session-request.ts";
import { parseJSON } from "../../shared/json/parse-json.ts";

export interface BrowserAccessOptions {
  readonly sessions: PageSessions;
  readonly authenticate: Authenticate;
  readonly address: LoginPageAddresses;
  /** The key that the hub made itself: codes log in with it. Undefined: there is none. */
  readonly ownKey: string | undefined;
}

const LONGEST_BODY = 10_000;
const UNCACHED = { "cache-control": "no-store" };
/** Paths that a session cannot use: programs connect there, with a key. */
const FOR_PROGRAMS = /^\/(mcp|ws)(\/|$)/;

/** How people with a browser log in to the hub's own page, and out again. */
export class BrowserAccess {
  readonly #options: BrowserAccessOptions;
  readonly #codes = new ArrivalCodes();
  readonly routes: readonly HTTPRoute[];

  constructor(options: BrowserAccessOptions) {
    this.#options = options;
    this.routes = [
      { path: "/~/log-in", public: true, handle: (request, { address }) => this.#logIn(request, address) },
      { path: "/~/log-out", public: true, handle: (request) => this.#logOut(request) },
    ];
  }

  /** The end of an explorer address that logs a browser in with the hub's own key, once. */
  newCode(): string {
    return `#code=${this.#codes.make()}`;
  }

  /** The credential behind a request of the hub's page; undefined if it shows no valid session. */
  readonly credentialIn = (request: UncredentialedRequest): Promise<Credential> | undefined => {
    const isShown = request.headers[SESSION_HEADER] !== undefined && !FOR_PROGRAMS.test(request.path);
    return isShown ? this.#credentialOf(request) : undefined;
  };

  async #credentialOf({ headers, address }: UncredentialedRequest): Promise<Credential> {
    const found = await this.#find(headers);
    if (found === undefined) throw new CallError("UNAUTHENTICATED", "Your session is over: log in again.");
    return { ...found.credential, address };
  }

  /** The credential of a request, its own or that of its session. */
  readonly credentialOf = async (request: Request): Promise<Credential | undefined> => {
    const headers = Object.fromEntries(request.headers);
    return credentialIn({ headers, address: undefined }) ?? (await this.#find(headers))?.credential;
  };

  /** Whether a request comes from a session that began at the hub's terminal. */
  async isPerson(request: Request): Promise<boolean> {
    return (await this.#find(Object.fromEntries(request.headers)))?.isPerson === true;
  }

  /** The session of a request that the hub's own page has sent. */
  async #find(headers: RequestHeaders): Promise<FoundSession | undefined> {
    if (ownOrigin(headers, this.#originsOf(headers)) === undefined) return undefined;
    const session = sessionIn(headers, this.#port);
    return session && (await this.#options.sessions.find(session));
  }

  async #logIn(request: Request, address: string | undefined): Promise<Response> {
    const { origin, body } = await this.#readForm(request);
    const { key, code } = body;
    const begun = typeof code === "string" ? this.#redeem(code) : await this.#identify(key, address);
    const session = await this.#options.sessions.begin(begun);
    return Response.json(
      { secret: session.secret, expiresAt: Date.now() + SESSION_LIFETIME },
      { headers: { ...UNCACHED, "set-cookie": pageCookie(this.#port, origin, session.id) } },
    );
  }

  #redeem(code: string): FoundSession {
    const { ownKey } = this.#options;
    if (ownKey === undefined || !this.#codes.redeem(code)) {
      const advice = 'Restart the hub for another link, or log in with a key ("operations serve" prints its file).';
      throw new CallError("ACCESS_DENIED", `This link was used already, or its time is over. ${advice}`);
    }
    return { credential: { token: ownKey, kind: "bearer" }, isPerson: true };
  }

  async #identify(key: unknown, address: string | undefined): Promise<FoundSession> {
    if (typeof key !== "string" || key === "")
      throw new CallError("VALIDATION_ERROR", "Send a JSON object with the member `key` or `code`.");
    const credential = { token: key, kind: "bearer", address } as const;
    if ((await this.#options.authenticate(credential)) === undefined)
      throw new CallError("UNAUTHENTICATED", "The hub does not know this key.");
    return { credential, isPerson: false };
  }

  async #logOut(request: Request): Promise<Response> {
    await this.#readForm(request);
    const session = sessionIn(Object.fromEntries(request.headers), this.#port);
    if (session !== undefined) await this.#options.sessions.end(session);
    // The cookie stays, and opens nothing: another tab may have begun a newer session, whose cookie has the same name.
    return new Response(null, { status: 204, headers: UNCACHED });
  }

  async #readForm(request: Request): Promise<{ origin: string; body: Record<string, unknown> }> {
    if (request.method !== "POST")
      throw new HTTPRefusal(405, "This path takes only POST.", { headers: ["allow", "POST"] });
    const headers = Object.fromEntries(request.headers);
    const origin = ownOrigin(headers, this.#originsOf(headers));
    if (origin === undefined) throw new CallError("ACCESS_DENIED", "Only the hub's own page logs in and out here.");
    const text = await request.text();
    if (text.length > LONGEST_BODY) throw new CallError("VALIDATION_ERROR", "The request is too long.");
    const body = text === "" ? {} : parseJSON(text);
    return { origin, body: typeof body === "object" && body !== null ? { ...body } : {} };
  }

  #originsOf({ host = "" }: RequestHeaders): string[] {
    return this.#options.address.originsOf(host);
  }

  get #port(): string {
    return this.#options.address.port;
  }
}

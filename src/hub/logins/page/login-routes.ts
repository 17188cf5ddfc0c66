import { CallError, messageOf } from "../../../errors/call-error.ts";
import type { Identity } from "../../../operation/access-control.ts";
import type { Authenticate, Credential } from "../../../operation/authenticate.ts";
import type { HTTPRoute } from "../../../serve/request/http-service.ts";
import { decodePercent } from "../../../shared/json/json-pointer.ts";
import type { VaultAccess } from "../../../sources/login/vault-access.ts";
import type { Log } from "../../observe/create-log.ts";
import { BrowserSessions } from "./browser-sessions.ts";
import type { BegunSession, BrowserSession } from "./browser-sessions.ts";
import type { OwnLogins, OwnLogin } from "./own-logins.ts";
import { CALLBACK_PATH, LOGIN_PATH, callerTag, pathOf } from "./login-page-addresses.ts";
import type { LoginPageAddresses } from "./login-page-addresses.ts";
import { loginResponse } from "./login-html.ts";
import type { LoginPage } from "./login-html.ts";
import { readSessionCookie, sessionCookie } from "./session-cookie.ts";
import { StartedLogins } from "./started-logins.ts";

export interface LoginRoutesOptions {
  readonly vault: VaultAccess;
  readonly logins: OwnLogins;
  readonly authenticate: Authenticate;
  /** The credential of a request of the explorer or the command line. */
  readonly credentialOf: (request: Request) => Promise<Credential | undefined>;
  readonly address: LoginPageAddresses;
  readonly log: Log;
  /** Whether people can go back to the explorer. */
  readonly hasExplorer: boolean;
}

/** A form of the page of a source. */
interface FormOptions {
  readonly name: string;
  readonly base: string;
  /** The address of the client. */
  readonly address: string | undefined;
}

/** The longest form that a page sends. */
const LARGEST_FORM = 16_384;
const API = "/~/logins/";
const EXPLORER_SOURCES = "/explorer/#/sources";
const UNCACHED = { "cache-control": "no-store" };

/** The pages and paths by which callers log in to the services behind sources, and out again. */
export class LoginRoutes {
  readonly #options: LoginRoutesOptions;
  readonly #logins: OwnLogins;
  readonly #sessions: BrowserSessions;
  readonly #started: StartedLogins;
  readonly routes: readonly HTTPRoute[];

  constructor(options: LoginRoutesOptions) {
    this.#options = options;
    this.#logins = options.logins;
    this.#sessions = new BrowserSessions(options.authenticate, options.vault);
    this.#started = new StartedLogins(options.vault);
    this.routes = [
      { path: API, handle: (request, { identity }) => this.#answerAPI(request, identity) },
      { path: LOGIN_PATH, public: true, handle: (request, { address }) => this.#answerPage(request, address) },
      { path: CALLBACK_PATH, public: true, handle: (request) => this.#answerCallback(request) },
    ];
  }

  close(): void {
    this.#started.close();
  }

  /** For the explorer and the command line, which send a credential with each request. */
  async #answerAPI(request: Request, identity: Identity | undefined): Promise<Response> {
    if (identity === undefined) throw new CallError("UNAUTHENTICATED", "This needs a key or token.");
    const name = decodePercent(new URL(request.url).pathname.slice(API.length));
    if (name === "") {
      if (request.method !== "GET") return new Response(null, { status: 405, headers: { allow: "GET" } });
      const logins = (await this.#logins.list(identity)).map((status) => ({
        ...status,
        page: this.#options.address.pageFor(status.source, identity),
      }));
      return Response.json({ logins }, { headers: UNCACHED });
    }
    const login = this.#logins.find(name, identity);
    if (request.method === "DELETE") {
      const result = await this.#logins.logOut(login);
      this.#note("caller logged out", login, identity);
      return Response.json(result, { headers: UNCACHED });
    }
    if (request.method !== "POST") return new Response(null, { status: 405, headers: { allow: "POST, DELETE" } });
    return await this.#startFromExplorer(request, login);
  }

  /** The key that the explorer sends identifies its browser: the person need not enter it again. */
  async #startFromExplorer(request: Request, login: OwnLogin): Promise<Response> {
    const base = this.#options.address.baseOf(request);
    const credential = await this.#options.credentialOf(request);
    const session = credential && (await this.#sessions.begin(credential));
    if (session === undefined) throw new CallError("UNAUTHENTICATED", "This needs a key or token.");
    const url = await this.#start(base, { login, session, isFromExplorer: true });
    const headers = { ...UNCACHED, "set-cookie": sessionCookie(base, session.id) };
    return Response.json({ url: url.href }, { headers });
  }

  async #start(
    base: string,
    { login, session, isFromExplorer }: { login: OwnLogin; session: BrowserSession; isFromExplorer: boolean },
  ): Promise<URL> {
    const redirectUrl = `${base}${CALLBACK_PATH}`;
    return await this.#started.start({ login, session: session.id, redirectUrl, isFromExplorer });
  }

  async #answerPage(request: Request, address: string | undefined): Promise<Response> {
    const { pathname } = new URL(request.url);
    const name = decodePercent(pathname.slice(LOGIN_PATH.length));
    const base = this.#options.address.baseOf(request);
    try {
      if (request.method === "POST") return await this.#answerForm(request, { name, base, address });
      if (request.method !== "GET" && request.method !== "HEAD") {
        return new Response(null, { status: 405, headers: { allow: "GET, HEAD, POST" } });
      }
      // Whatever cookie it brings: servers at other ports of this host have it, too.
      return askForKey(name);
    } catch (thrown) {
      return problemPage(name, thrown);
    }
  }

  /** The session's page, in answer to a form: no other server can read it. */
  async #showLogin(
    name: string,
    { secret, identity }: Pick<BegunSession, "secret" | "identity">,
    cookie?: string,
  ): Promise<Response> {
    const login = this.#logins.find(name, identity);
    const { state, scope } = await this.#logins.status(login);
    const { id } = identity;
    const isIn = state === "logged in";
    const page: LoginPage = {
      secret,
      title: isIn ? `${id} is connected to ${name}` : `Connect ${id} to ${name}`,
      lines: isIn
        ? [scope === undefined ? `Calls of ${id} use this login.` : `Calls of ${id} use this login, with: ${scope}`]
        : [
            `You log in at the service behind ${name}. Calls of ${id} then use that login, and calls of no other caller do.`,
          ],
      buttons: {
        connect: isIn ? "Connect another account" : "Connect",
        ...(isIn ? { disconnect: "Disconnect" } : {}),
        leave: `I am not ${id}`,
      },
    };
    return loginResponse(page, { cookie });
  }

  async #answerForm(request: Request, { name, base, address }: FormOptions): Promise<Response> {
    // A page of another site could send its own key, and make this browser log in for another caller.
    if (request.headers.get("origin") !== new URL(base).origin) {
      throw new CallError(
        "ACCESS_DENIED",
        `This form must be sent by the hub's own page: open ${base}${pathOf(name)}.`,
      );
    }
    const text = await request.text();
    if (text.length > LARGEST_FORM) throw new CallError("VALIDATION_ERROR", "This form is too large.");
    const form = new URLSearchParams(text);
    const key = form.get("key")?.trim() ?? "";
    if (key !== "") {
      const begun = await this.#sessions.begin({ token: key, kind: "bearer", address });
      if (begun === undefined) return askForKey(name, "The hub does not know this key.", 403);
      const { id } = begun.identity;
      const wanted = new URL(request.url).searchParams.get("for");
      if (wanted === null || wanted === callerTag(name, begun.identity))
        return await this.#showLogin(name, begun, sessionCookie(base, begun.id));
      await this.#sessions.end(begun.id);
      return askForKey(name, `This link is for another caller than ${id}. Enter the key of that caller.`);
    }
    const secret = form.get("secret") ?? "";
    const session = await this.#sessions.find(readSessionCookie(base, request), secret);
    if (session === undefined) return askForKey(name, "Your time on this page is over. Enter the key again.", 403);
    const action = form.get("action");
    if (action === "leave") {
      await this.#sessions.end(session.id);
      return seeOther(`${pathOf(name)}${new URL(request.url).search}`, sessionCookie(base, undefined));
    }
    const login = this.#logins.find(name, session.identity);
    if (action === "disconnect") {
      await this.#logins.logOut(login);
      this.#note("caller logged out", login, session.identity);
      return await this.#showLogin(name, { secret, identity: session.identity });
    }
    if (action !== "connect") throw new CallError("VALIDATION_ERROR", "This form has no action.");
    const { href, host } = await this.#start(base, { login, session, isFromExplorer: false });
    // Not a redirect: browsers apply the policy for forms to the address that it leads to.
    const link = { text: `Go to ${host}`, href };
    return loginResponse({ title: `Going to ${host}`, lines: ["You come back here afterwards."], link, next: href });
  }

  async #answerCallback(request: Request): Promise<Response> {
    if (request.method !== "GET") return new Response(null, { status: 405, headers: { allow: "GET" } });
    const base = this.#options.address.baseOf(request);
    try {
      // The cookie without a secret: a page of the service has sent the browser. Only a form of ours can begin a login,
      // and nobody but its browser and the service know the `state` that must come back.
      const session = await this.#sessions.find(readSessionCookie(base, request));
      const { login, isFromExplorer } = await this.#started.finish(
        session && { id: session.id, findLogin: (source) => this.#findLogin(source, session.identity) },
        new URL(request.url).searchParams,
      );
      if (session !== undefined) this.#note("caller logged in", login, session.identity);
      if (isFromExplorer && this.#options.hasExplorer) return seeOther(EXPLORER_SOURCES);
      const { name } = login.source;
      const lines = ["You can close this page."];
      return loginResponse({ title: `${session?.identity.id ?? "You"} is connected to ${name}`, lines });
    } catch (thrown) {
      return problemPage("the service", thrown);
    }
  }

  /** The caller may have lost rights since the login began. */
  #findLogin(source: string, identity: Identity): OwnLogin | undefined {
    try {
      return this.#logins.find(source, identity);
    } catch {
      return undefined;
    }
  }

  #note(message: string, { source }: OwnLogin, { id }: Identity): void {
    this.#options.log("info", message, { source: source.name, kind: source.kind, caller: id });
  }
}

function askForKey(name: string, problem?: string, status = 200): Response {
  const lines = ["First show who you are: the login will serve only your own calls."];
  return loginResponse({ title: `Connect to ${name}`, lines, problem, asksKey: true }, { status });
}

function problemPage(name: string, thrown: unknown): Response {
  const { code } = thrown as { code?: unknown };
  const status = code === "OPERATION_NOT_FOUND" ? 404 : code === "ACCESS_DENIED" ? 403 : 502;
  const problem = thrown instanceof CallError ? messageOf(thrown) : "Something went wrong. Start again.";
  return loginResponse({ title: `Not connected to ${name}`, problem }, { status });
}

function seeOther(location: string, cookie?: string): Response {
  const headers = { location, ...UNCACHED, ...(cookie === undefined ? {} : { "set-cookie": cookie }) };
  return new Response(null, { status: 303, headers });
}

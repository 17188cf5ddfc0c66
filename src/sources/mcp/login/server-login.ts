import type { DpopSession, InsufficientScopeError } from "@modelcontextprotocol/client";
import { CallError } from "../../../errors/call-error.ts";
import { SHARED_IDENTITY } from "../../../vault/login-record.ts";
import type { CallerLogin } from "../../login/caller-logins.ts";
import { followLogin } from "../../login/follow-login.ts";
import { createLoginFetch } from "../../login/login-fetch.ts";
import { joinScopes } from "../../login/join-scopes.ts";
import { isUnattended } from "../../login/oauth-config.ts";
import type { OAuthConfig } from "../../login/oauth-config.ts";
import { StoredLogin } from "../../login/stored-login.ts";
import type { VaultAccess } from "../../login/vault-access.ts";
import type { BoundTokens } from "../session/bound-tokens.ts";
import type { ClientModule } from "../session/load-sdk.ts";
import type { StepUp } from "../session/step-up.ts";
import { challengeIn, refreshLogin } from "./browser-login.ts";
import type { Challenge, LoginDeps } from "./browser-login.ts";
import { openLoginKey } from "./login-key.ts";
import { loginKeyOf } from "./mcp-logins.ts";
import { loginState } from "./login-state.ts";
import { logInUnattended } from "./unattended.ts";

export interface ServerLoginOptions {
  /** The source's name. */
  readonly name: string;
  readonly url: string;
  readonly oauth: OAuthConfig;
  readonly vault: VaultAccess;
  readonly sdk: ClientModule;
  /** The caller whose login it is. Default: the operator's login, which is used only if the server needs one. */
  readonly owner?: CallerLogin | undefined;
  /** Called when a person has to log in before anything works again. */
  readonly onLost: (error: CallError) => void;
}

/** Gives every request to an MCP server the token of a login, and gets another one if the server refuses it. */
export class ServerLogin implements BoundTokens, StepUp {
  readonly #options: ServerLoginOptions;
  readonly #stored: StoredLogin;
  readonly #isUnattended: boolean;
  /** What the server said when it last refused a request. */
  #challenge: Challenge = {};
  /** The tokens of refused requests. Another call may have got a newer token while they were on their way. */
  readonly #refused = new WeakMap<Response, string>();
  #signer: { readonly x: unknown; readonly session: Promise<DpopSession> } | undefined;

  constructor(options: ServerLoginOptions) {
    const { name, url, oauth, vault, onLost, sdk, owner } = options;
    const deps: LoginDeps = { name, url: new URL(url), oauth, sdk, fetch: createLoginFetch(new URL(url)) };
    this.#options = options;
    this.#isUnattended = isUnattended(oauth);
    this.#stored = new StoredLogin({
      name,
      address: { source: loginKeyOf(name, url), identity: owner?.owner ?? SHARED_IDENTITY },
      isRequired: owner !== undefined,
      url: owner?.page,
      vault,
      onLost,
      isUnattended: this.#isUnattended,
      refresh: async (record) =>
        this.#isUnattended
          ? await logInUnattended(deps, { isBound: loginState(record).key !== undefined, ...this.#challenge })
          : await refreshLogin(deps, record),
    });
  }

  async token(): Promise<string | undefined> {
    return await this.#stored.token();
  }

  /** Calls the listener when a person has logged in again since the last token. Returns a function that stops it. */
  follow(onReplaced: () => void): () => void {
    const { vault } = this.#options;
    const { known, address } = this.#stored;
    return followLogin({ vault, address, known, onReplaced });
  }

  get mayHaveEnded(): boolean {
    return this.#stored.mayHaveEnded;
  }

  get tokens(): number {
    return this.#stored.tokens;
  }

  async signer(): Promise<DpopSession | undefined> {
    const { key } = loginState(this.#stored.known);
    if (key === undefined) return undefined;
    const { x } = key.privateJwk;
    // A login keeps its key. The signer knows the nonces of the server.
    if (this.#signer?.x !== x) this.#signer = { x, session: openLoginKey(this.#options.sdk, key) };
    return await this.#signer?.session;
  }

  noteRefused(token: string, response: Response): void {
    this.#refused.set(response, token);
  }

  /** The SDK calls it after a 401, then sends the request once more. */
  async onUnauthorized({ response }: { readonly response: Response }): Promise<void> {
    this.#challenge = challengeIn(response, this.#options.sdk);
    await this.#stored.renew(this.#refused.get(response) ?? this.#stored.known?.accessToken);
  }

  /** After a 403 that asks for more scopes. Resolves if the request can be sent again. */
  async stepUp({ requiredScope, resourceMetadataUrl }: InsufficientScopeError): Promise<void> {
    const { scope: granted, accessToken } = this.#stored.known ?? {};
    this.#challenge = { scope: joinScopes(granted, requiredScope), resourceMetadataUrl };
    if (await this.#stored.widen(requiredScope, accessToken)) return;
    // The login has all these scopes and is still refused: another login would change nothing.
    const { name } = this.#options;
    const message = `${name} refuses this call, although its login has the scopes that it asks for: ${granted ?? ""}`;
    throw new CallError("ACCESS_DENIED", message, undefined, { phase: "notStarted" });
  }
}

import type { AnswerTokens } from "../../answers/answer-tokens.ts";
import type { AccessControl, Identity } from "../../operation/access-control.ts";
import { operationId } from "../../operation/operation-id.ts";
import type { Authenticate, Credential } from "../../operation/authenticate.ts";
import { DELEGATE_SCOPE } from "../../protocol/identity/delegated-caller.ts";
import type { OperationRegistry } from "../../registry/operation-registry.ts";
import { Listeners } from "../../shared/listeners.ts";
import { CredentialWatch } from "../../serve/identity/credential-watch.ts";
import { anyOf } from "../../serve/identity/any-of.ts";
import { apiKeys } from "../../serve/identity/api-keys.ts";
import { FailedCredentials } from "../../serve/identity/failed-credentials.ts";
import { introspection } from "../../serve/identity/introspection.ts";
import { jwt } from "../../serve/identity/jwt.ts";
import type { APIKey } from "../../serve/identity/api-keys.ts";
import type { HubConfig, KeyConfig } from "../config/hub-config.ts";
import { node } from "../config/node-modules.ts";
import { FollowedKeys } from "../keys/followed-keys.ts";
import type { KeyNumbers } from "../keys/followed-keys.ts";
import type { Log } from "../observe/create-log.ts";
import { EVERYTHING, namesCallers } from "./named-callers.ts";
import {
  ADMIN_SCOPE,
  APPROVE_SCOPE,
  CALL_SCOPE,
  METRICS_SCOPE,
  OFFER_ANYTHING,
  WIRE_SCOPE,
} from "../config/hub-scopes.ts";

/** The hub's own scopes. A key with `*` holds them, even if no operation requires them. */
const OWN_SCOPES = [CALL_SCOPE, ADMIN_SCOPE, APPROVE_SCOPE, METRICS_SCOPE, WIRE_SCOPE, OFFER_ANYTHING, DELEGATE_SCOPE];

export interface HubAccessOptions {
  readonly registry: OperationRegistry;
  /** The key that the hub made, if the config names none. */
  readonly ownKey: string | undefined;
  /** The file of further keys. Undefined: there is none. */
  readonly keyFile: string | undefined;
  readonly log: Log;
}

/** The prefix of the key of the owner's socket. */
const SOCKET_KEY = "ops_";
/** The person who runs the hub has the same identity as in a command that runs without a hub. */
const AT_SOCKET: Identity = { id: "local", scopes: [EVERYTHING] };

/** Milliseconds between two lines of the log about addresses whose credentials fail. */
const LOG_EVERY = 10_000;

/** Every scope: it lists those that are known, and holds those of operations that are away, too. */
class ScopeList extends Array<string> {
  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }

  override includes(): boolean {
    return true;
  }
}

/**
 * Every right that some operation requires, and those of the hub itself. The same objects follow the registry: an open
 * connection may call operations that are registered later.
 */
class RequiredRights {
  readonly scopes = new ScopeList();
  readonly resources: Record<string, readonly string[]> = {};
  /** What each operation requires, and how many require the same. A change then need not look at all operations. */
  readonly #required = new Map<string, AccessControl>();
  readonly #counts = new Map<string, number>(OWN_SCOPES.map((scope) => [scope, 1]));
  readonly close: () => void;

  constructor(registry: OperationRegistry) {
    for (const spec of registry.list()) this.#set(operationId(spec), spec.accessControl);
    for (const { accessControl } of registry.quarantine.away().values()) this.#addResource(accessControl);
    this.#write();
    this.close = registry.onChange((changes) => {
      const before = this.#counts.size;
      let hasNew = false;
      for (const { type, id, spec } of changes) {
        if (this.#set(id, type === "unregistered" ? undefined : spec.accessControl)) hasNew = true;
      }
      if (hasNew || this.#counts.size !== before) this.#write();
    });
  }

  /** Returns whether the operation requires a scope that no operation required before. */
  #set(id: string, required: AccessControl | undefined): boolean {
    let hasNew = false;
    for (const scope of scopesOf(required)) {
      const count = this.#counts.get(scope) ?? 0;
      if (count === 0) hasNew = true;
      this.#counts.set(scope, count + 1);
    }
    for (const scope of scopesOf(this.#required.get(id))) {
      const count = this.#counts.get(scope) ?? 0;
      if (count > 1) this.#counts.set(scope, count - 1);
      else this.#counts.delete(scope);
    }
    if (required === undefined) this.#required.delete(id);
    else this.#required.set(id, required);
    if (required !== undefined) this.#addResource(required);
    return hasNew;
  }

  #addResource({ resourceType }: AccessControl): void {
    if (resourceType !== undefined) this.resources[resourceType] = ["*"];
  }

  #write(): void {
    this.scopes.length = 0;
    for (const scope of this.#counts.keys()) this.scopes.push(scope);
  }
}

function scopesOf(required: AccessControl | undefined): string[] {
  return required === undefined ? [] : [...required.requiredScopes, ...(required.requiredScopesAny ?? [])];
}

/** How the config of the moment identifies callers. */
interface CurrentWays {
  readonly keys: Authenticate;
  readonly tokens: Authenticate;
}

/** Identifies callers by the keys and tokens of the config and of the key file, which may change while the hub runs. */
export class HubAccess {
  readonly #ownKey: string | undefined;
  #socketKey: string | undefined;
  readonly #log: Log;
  #current: CurrentWays;
  #answerTokens: ReadonlyMap<string, AnswerTokens>;
  #fileKeys: FollowedKeys | undefined;
  #slowLoggedAt = -Infinity;
  readonly #rights: RequiredRights;
  /** Called when the file of keys has changed. */
  readonly keysChanged = new Listeners();
  /** Counts the credentials that are not valid, and slows their senders down. */
  readonly failures = new FailedCredentials((address) => this.#logSlow(address));

  private constructor(config: HubConfig, { registry, ownKey, log }: HubAccessOptions) {
    this.#ownKey = ownKey;
    this.#log = log;
    this.#current = this.#fromConfig(config);
    this.#answerTokens = answerTokensIn(config);
    this.#rights = new RequiredRights(registry);
  }

  /** Rejects if the key file is broken. */
  static async open(config: HubConfig, options: HubAccessOptions): Promise<HubAccess> {
    const access = new HubAccess(config, options);
    const { keyFile, log } = options;
    try {
      const onChange = (): void => {
        void access.credentialWatch.recheck();
        access.keysChanged.tell(undefined);
      };
      access.#fileKeys = keyFile === undefined ? undefined : await FollowedKeys.open(keyFile, { log, onChange });
    } catch (thrown) {
      access.close();
      throw thrown;
    }
    return access;
  }

  /** The key of the owner's socket, for the person who runs the hub. It is in no file, and ends with the hub. */
  get socketKey(): string {
    return (this.#socketKey ??= SOCKET_KEY + node.crypto.randomBytes(32).toString("base64url"));
  }

  /** Whether a request came through that socket. */
  readonly isAtSocket = ({ headers }: Request): boolean =>
    this.#isSocketKey((headers.get("authorization") ?? "").slice("Bearer ".length));

  #isSocketKey(token: string): boolean {
    if (this.#socketKey === undefined || !token.startsWith(SOCKET_KEY)) return false;
    return node.crypto.timingSafeEqual(digestOf(token), digestOf(this.#socketKey));
  }

  /** The keys of the file, for the metrics; undefined if there is no file. */
  get keyNumbers(): KeyNumbers | undefined {
    return this.#fileKeys?.numbers;
  }

  /** Looks a key up. That takes no longer than counting it as wrong would. */
  #byKey(credential: Credential): Identity | undefined | Promise<Identity | undefined> {
    if (this.#isSocketKey(credential.token)) return this.#allowEverything(AT_SOCKET);
    return this.#settled(credential, this.#fileKeys?.identify(credential.token) ?? this.#current.keys(credential));
  }

  readonly #byToken: Authenticate = (credential) => this.#settled(credential, this.#current.tokens(credential));

  #settled(credential: Credential, found: ReturnType<Authenticate>): ReturnType<Authenticate> {
    const current = this.#current;
    const withRights = (identity: Identity | undefined): Identity | undefined =>
      identity?.scopes.includes(EVERYTHING) === true ? this.#allowEverything(identity) : identity;
    if (!(found instanceof Promise)) return withRights(found);
    // If the config has changed meanwhile, the answer of the old one no longer counts.
    return found.then((identity) => (current === this.#current ? withRights(identity) : this.#identify(credential)));
  }

  readonly #identify: Authenticate = (credential) => this.#byKeyOr(this.#byToken, credential);

  #byKeyOr(otherwise: Authenticate, credential: Credential): ReturnType<Authenticate> {
    const found = this.#byKey(credential);
    return found instanceof Promise
      ? found.then((identity) => identity ?? otherwise(credential))
      : (found ?? otherwise(credential));
  }

  /** Ends streams and connections whose key or token is no longer valid, at every interface. */
  readonly credentialWatch = new CredentialWatch(this.#identify);

  readonly #guarded = this.failures.guard(this.#byToken);

  /** For every interface of the hub. A valid key is found before anything is counted, so no flood delays it. */
  readonly authenticate: Authenticate = (credential) => this.#byKeyOr(this.#guarded, credential);

  /** How much of an answer the holder of a key gets, if the config says so. */
  readonly answerTokensOf = (identity: Identity | undefined): AnswerTokens | undefined =>
    identity === undefined || identity.issuer !== undefined ? undefined : this.#answerTokens.get(identity.id);

  update(config: HubConfig): void {
    this.#current = this.#fromConfig(config);
    this.#answerTokens = answerTokensIn(config);
    void this.credentialWatch.recheck();
  }

  close(): void {
    this.failures.close();
    this.#fileKeys?.close();
    this.keysChanged.clear();
    this.#rights.close();
  }

  /** Logs at most one line per interval: otherwise any client could fill the log. */
  #logSlow(address: string): void {
    const now = performance.now();
    if (now - this.#slowLoggedAt < LOG_EVERY) return;
    this.#slowLoggedAt = now;
    this.#log("warn", "an address tries credentials that are not valid, and is slowed down", { address });
  }

  #fromConfig(config: HubConfig): CurrentWays {
    const { keys = [], jwt: byJWT, introspection: byIssuer, publicUrl } = config.serve ?? {};
    const known = keys.map(toAPIKey);
    if (this.#ownKey !== undefined && !namesCallers(config)) {
      known.push({ key: this.#ownKey, identity: { id: "owner", scopes: [EVERYTHING] } });
    }
    // Logged only at `debug`: any client could fill the log.
    const onRefused = (reason: string): void => this.#log("debug", "a token was refused", { reason });
    const tokens = [
      ...(byJWT === undefined ? [] : [byToken(byJWT, jwt, { publicUrl, onRefused })]),
      ...(byIssuer === undefined ? [] : [byToken(byIssuer, introspection, { publicUrl, onRefused })]),
    ];
    return { keys: apiKeys(known), tokens: tokens.length === 0 ? () => undefined : anyOf(...tokens) };
  }

  #allowEverything(identity: Identity): Identity {
    const { scopes, resources } = this.#rights;
    return { ...identity, scopes, resources };
  }
}

function digestOf(key: string): Buffer {
  return node.crypto.hash("sha256", key, "buffer");
}

function answerTokensIn({ serve }: HubConfig): Map<string, AnswerTokens> {
  return new Map((serve?.keys ?? []).flatMap(({ id, answerTokens: t }) => (t === undefined ? [] : [[id, t] as const])));
}

function toAPIKey({ id, key, sha256, scopes = [CALL_SCOPE], claims }: KeyConfig): APIKey {
  const identity = { id, scopes: Object.freeze([...scopes]), ...(claims !== undefined && { claims }) };
  // The check of the config ensures that one of them is there.
  return key === undefined ? { sha256: sha256 ?? "", identity } : { key, identity };
}

interface TokenConfig {
  readonly scopes?: readonly string[] | undefined;
  readonly requestScopes?: readonly string[] | undefined;
  readonly audience?: string | readonly string[] | undefined;
}

interface TokenDeps {
  readonly publicUrl: string | undefined;
  readonly onRefused: (reason: string) => void;
}

type WithAudience<TConfig> = Omit<TConfig, keyof TokenConfig> & {
  readonly audience: string | readonly string[];
  readonly onRefused: (reason: string) => void;
};

function byToken<TConfig extends TokenConfig>(
  config: TConfig,
  check: (options: WithAudience<TConfig>) => Authenticate,
  { publicUrl, onRefused }: TokenDeps,
): Authenticate {
  const { scopes = [], requestScopes: _, audience = audiencesOf(publicUrl), ...options } = config;
  const authenticate = check({ ...options, audience, onRefused });
  return async (credential) => {
    const identity = await authenticate(credential);
    // A token must not grant itself everything: only the config may.
    if (identity === undefined) return undefined;
    const held = [...identity.scopes.filter((scope) => scope !== EVERYTHING), ...scopes];
    return { ...identity, scopes: Object.freeze(held) };
  };
}

/** The resources that clients name when they ask for a token (RFC 8707). */
function audiencesOf(publicUrl = ""): string[] {
  const base = publicUrl.replace(/\/$/, "");
  return [base, `${base}/`, `${base}/mcp`];
}

import type { Identity } from "../../operation/access-control.ts";
import type { Authenticate } from "../../operation/authenticate.ts";
import { DELEGATE_SCOPE } from "../../protocol/identity/delegated-caller.ts";
import type { OperationRegistry } from "../../registry/operation-registry.ts";
import { CredentialWatch } from "../../serve/identity/credential-watch.ts";
import { anyOf } from "../../serve/identity/any-of.ts";
import { apiKeys } from "../../serve/identity/api-keys.ts";
import { jwt } from "../../serve/identity/jwt.ts";
import type { APIKey } from "../../serve/identity/api-keys.ts";
import type { HubConfig, JWTConfig, KeyConfig } from "../config/hub-config.ts";
import type { Log } from "../observe/create-log.ts";
import { ADMIN_SCOPE, CALL_SCOPE, METRICS_SCOPE, OFFER_ANYTHING } from "../config/hub-scopes.ts";

/** In the config of a key: every scope that any operation requires, and every resource. */
const EVERYTHING = "*";
/** The scopes of such a key that no operation requires. */
const OWN_SCOPES = [CALL_SCOPE, ADMIN_SCOPE, METRICS_SCOPE, OFFER_ANYTHING, DELEGATE_SCOPE];

export interface HubAccessOptions {
  readonly registry: OperationRegistry;
  /** The key that the hub made, where the config names none. */
  readonly ownKey: string | undefined;
  readonly log: Log;
}

/** Identifies callers by the keys and tokens of the config, which may change while the hub runs. */
export class HubAccess {
  readonly #registry: OperationRegistry;
  readonly #ownKey: string | undefined;
  readonly #log: Log;
  #current: Authenticate;
  /** Follows the registry: an open connection may call operations that are registered later. */
  readonly #scopes: string[] = [];
  readonly #resources: Record<string, readonly string[]> = {};
  readonly #stop: () => void;

  constructor(config: HubConfig, { registry, ownKey, log }: HubAccessOptions) {
    this.#registry = registry;
    this.#ownKey = ownKey;
    this.#log = log;
    this.#current = this.#fromConfig(config);
    this.#collect();
    this.#stop = registry.onChange(() => this.#collect());
  }

  /** Ends streams and connections whose key or token is no longer valid, at every interface. */
  readonly credentialWatch = new CredentialWatch((credential) => this.authenticate(credential));

  /** For every interface of the hub. */
  readonly authenticate: Authenticate = async (credential) => {
    const current = this.#current;
    const identity = await current(credential);
    // The config has changed meanwhile, so the answer of the old one no longer counts.
    if (current !== this.#current) return await this.authenticate(credential);
    return identity?.scopes.includes(EVERYTHING) === true ? this.#allowEverything(identity) : identity;
  };

  update(config: HubConfig): void {
    this.#current = this.#fromConfig(config);
    void this.credentialWatch.recheck();
  }

  close(): void {
    this.#stop();
  }

  #fromConfig(config: HubConfig): Authenticate {
    const { keys = [], jwt: jwtConfig } = config.serve ?? {};
    const known = keys.map(toAPIKey);
    if (this.#ownKey !== undefined && !namesCallers(config)) {
      known.push({ key: this.#ownKey, identity: { id: "owner", scopes: [EVERYTHING] } });
    }
    if (jwtConfig === undefined) return apiKeys(known);
    // Only debug: any client could fill the log.
    return anyOf(
      apiKeys(known),
      byToken(jwtConfig, (reason) => this.#log("debug", "a token was refused", { reason })),
    );
  }

  #allowEverything(identity: Identity): Identity {
    return { ...identity, scopes: this.#scopes, resources: this.#resources };
  }

  #collect(): void {
    const scopes = new Set(OWN_SCOPES);
    for (const { accessControl } of this.#registry.list()) {
      const { requiredScopes, requiredScopesAny = [], resourceType } = accessControl;
      for (const scope of [...requiredScopes, ...requiredScopesAny]) scopes.add(scope);
      if (resourceType !== undefined) this.#resources[resourceType] = ["*"];
    }
    this.#scopes.splice(0, this.#scopes.length, ...scopes);
  }
}

/** Whether the config itself names callers. */
export function namesCallers({ serve }: HubConfig): boolean {
  return (serve?.keys?.length ?? 0) > 0 || serve?.jwt !== undefined;
}

function toAPIKey({ id, key, sha256, scopes = [CALL_SCOPE] }: KeyConfig): APIKey {
  const identity = { id, scopes };
  // The check of the config ensures that one of them is there.
  return key === undefined ? { sha256: sha256 ?? "", identity } : { key, identity };
}

function byToken({ scopes = [], ...options }: JWTConfig, onRefused: (reason: string) => void): Authenticate {
  const authenticate = jwt({ ...options, onRefused });
  return async (credential) => {
    const identity = await authenticate(credential);
    // A token must not grant itself everything: only the config may.
    return identity && { ...identity, scopes: [...identity.scopes.filter((scope) => scope !== EVERYTHING), ...scopes] };
  };
}

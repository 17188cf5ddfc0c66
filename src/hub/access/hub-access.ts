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

/** In the config of a key: every scope that any operation asks for, and every resource. */
const EVERYTHING = "*";
/** What it holds whatever operations there are. */
const OWN_SCOPES = [CALL_SCOPE, ADMIN_SCOPE, METRICS_SCOPE, OFFER_ANYTHING, DELEGATE_SCOPE];

export interface HubAccessOptions {
  readonly registry: OperationRegistry;
  /** Of a hub whose config names no key. */
  readonly ownKey: string | undefined;
  readonly log: Log;
}

/** Knows who calls: by the keys and tokens of the config, which may change while the hub runs. */
export class HubAccess {
  readonly #registry: OperationRegistry;
  readonly #ownKey: string | undefined;
  readonly #log: Log;
  #current: Authenticate;
  /** Kept in step with the registry: a connection that stays open may call what comes later. */
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

  /** Ends what stays open by a key or token that no longer holds, at every interface of the hub. */
  readonly credentialWatch = new CredentialWatch((credential) => this.authenticate(credential));

  /** For every interface of the hub. */
  readonly authenticate: Authenticate = async (credential) => {
    const current = this.#current;
    const identity = await current(credential);
    // The config has changed meanwhile: what the old one knows counts no more.
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
    // Not louder: anybody could fill the log.
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

/** Whether the config itself says who may call. */
export function namesCallers({ serve }: HubConfig): boolean {
  return (serve?.keys?.length ?? 0) > 0 || serve?.jwt !== undefined;
}

function toAPIKey({ id, key, sha256, scopes = [CALL_SCOPE] }: KeyConfig): APIKey {
  const identity = { id, scopes };
  // The config was checked: it has one of them.
  return key === undefined ? { sha256: sha256 ?? "", identity } : { key, identity };
}

function byToken({ scopes = [], ...options }: JWTConfig, onRefused: (reason: string) => void): Authenticate {
  const authenticate = jwt({ ...options, onRefused });
  return async (credential) => {
    const identity = await authenticate(credential);
    // What a token says of itself must not open everything: only this config may.
    return identity && { ...identity, scopes: [...identity.scopes.filter((scope) => scope !== EVERYTHING), ...scopes] };
  };
}

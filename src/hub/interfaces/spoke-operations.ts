import type { ConnectedPeer } from "../../protocol/peers/peer-server.ts";
import { checkAccess } from "../../operation/access-control.ts";
import type { Identity } from "../../operation/access-control.ts";
import type { OperationSpec } from "../../operation/operation-spec.ts";
import type { OperationRegistry } from "../../registry/operation-registry.ts";
import type { HubConfig } from "../config/hub-config.ts";
import { CallCounter } from "../sources/call-counter.ts";
import { HubOperation } from "../sources/hub-operation.ts";
import { ImportedOperations } from "../sources/imported-operations.ts";
import { RegisteredOperations } from "../sources/registered-operations.ts";
import { commonRules, createPolicy } from "../sources/source-policy.ts";
import type { SourcePolicy } from "../sources/source-policy.ts";
import { summarise } from "../sources/source-report.ts";
import type { SourceStatus } from "../sources/source-status.ts";

const KIND = "spoke";

/** Whether a spoke of this hub offers the operation. */
export function isOfSpoke(spec: OperationSpec): boolean {
  return HubOperation.rulesOf(spec)?.kind === KIND;
}

/** The operations of spokes, in the hub's registry and under its rules. */
export class SpokeOperations {
  readonly #registry: OperationRegistry;
  readonly #imported = new ImportedOperations();
  readonly #registered: RegisteredOperations;
  readonly #stops: ReadonlyArray<() => void>;
  #policy: SourcePolicy;

  constructor(registry: OperationRegistry, config: HubConfig) {
    this.#registry = registry;
    this.#policy = policyOf(config);
    this.#registered = new RegisteredOperations(registry, { kind: KIND, calls: new CallCounter() });
    this.#stops = [
      this.#imported.onChange(() => this.#sync()),
      // A spoke may be waiting for an id that a source gives up.
      registry.onChange((changes) => {
        if (changes.some(({ type, id }) => type === "unregistered" && this.#registered.wants(id))) this.#sync();
      }),
    ];
  }

  /** The registry that the protocol fills. */
  get imports(): OperationRegistry {
    return this.#imported.registry;
  }

  setConfig(config: HubConfig): void {
    this.#policy = policyOf(config);
    this.#sync();
  }

  /** One source for each spoke that offers operations. A `viewer` gets those with operations that they may call. */
  statuses(peers: readonly ConnectedPeer[], viewer?: Identity): SourceStatus[] {
    const offering = peers.filter(({ operationIds }) => operationIds.length > 0);
    const all = offering.map((peer) => this.#status(peer, nameOf(peer, offering), viewer));
    return viewer === undefined ? all : all.filter(({ operations }) => operations > 0);
  }

  close(): void {
    for (const stop of this.#stops) stop();
    this.#registered.clear();
  }

  #status({ operationIds, since }: ConnectedPeer, name: string, viewer: Identity | undefined): SourceStatus {
    const ids = new Set(operationIds);
    const held = operationIds.filter((id) => {
      const spec = this.#registry.getSpec(id);
      if (spec === undefined || !this.#registered.holds(id, spec)) return false;
      return viewer === undefined || checkAccess(spec.accessControl, viewer);
    });
    const status = { name, kind: KIND, state: "ready", operations: held.length, since: since.toISOString() } as const;
    if (viewer !== undefined) return status;
    return {
      ...status,
      report: summarise(held.length, [
        {
          quarantined: this.#registered.quarantined.filter(({ id = "" }) => ids.has(id)),
          findings: this.#registered.findings.filter(({ where }) => ids.has(where)),
        },
      ]),
    };
  }

  #sync(): void {
    this.#registered.update(this.#imported.operations, this.#policy);
  }
}

function policyOf(config: HubConfig): SourcePolicy {
  return createPolicy({}, commonRules(config));
}

/** The identity of a spoke. Several with the same identity also get the name that they gave themselves. */
function nameOf({ identity, id }: ConnectedPeer, peers: readonly ConnectedPeer[]): string {
  const isOnly = peers.filter((other) => other.identity?.id === identity?.id).length === 1;
  return isOnly ? (identity?.id ?? id) : `${identity?.id ?? ""} ${id}`;
}

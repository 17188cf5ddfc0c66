import type { ConnectedPeer } from "../../protocol/peers/peer-server.ts";
import { checkAccess } from "../../operation/access-control.ts";
import type { Identity } from "../../operation/access-control.ts";
import type { AnyOperation } from "../../operation/define-operation.ts";
import type { OperationSpec } from "../../operation/operation-spec.ts";
import type { RegistryChange } from "../../registry/change-emitter.ts";
import { OperationRegistry } from "../../registry/operation-registry.ts";
import type { HubConfig } from "../config/hub-config.ts";
import { CallCounter } from "../sources/call-counter.ts";
import { HubOperation } from "../sources/hub-operation.ts";
import { SourceOperations } from "../sources/source-operations.ts";
import { commonRules, createPolicy } from "../sources/source-policy.ts";
import type { SourcePolicy } from "../sources/source-policy.ts";
import { summariseReports } from "../sources/source-report.ts";
import type { SourceStatus } from "../sources/source-status.ts";

const KIND = "spoke";

/** Whether a spoke of this hub offers the operation. */
export function isOfSpoke(spec: OperationSpec): boolean {
  return HubOperation.rulesOf(spec)?.kind === KIND;
}

/** The operations of spokes, in the hub's registry and under its rules. */
export class SpokeOperations {
  readonly #registry: OperationRegistry;
  /** The registry that the protocol fills. */
  readonly imports = new OperationRegistry();
  readonly #registered: SourceOperations;
  readonly #stops: ReadonlyArray<() => void>;

  constructor(registry: OperationRegistry, config: HubConfig) {
    this.#registry = registry;
    this.#registered = new SourceOperations(registry, { kind: KIND, calls: new CallCounter() }, policyOf(config));
    this.#stops = [
      this.imports.onChange((changes) => this.#follow(changes)),
      // A spoke may be waiting for an id that a source gives up.
      registry.onChange((changes) => {
        const freed = changes.filter(({ type, id }) => type === "unregistered" && this.#registered.wants(id));
        if (freed.length > 0) this.#follow(freed);
      }),
    ];
  }

  /** Resolves when all operations have the rules of the config. */
  setConfig(config: HubConfig): Promise<void> {
    // A peer's operations are always registered with their handlers.
    return this.#registered.update(this.imports.list() as AnyOperation[], policyOf(config));
  }

  /** One source for each spoke that offers operations. A `viewer` gets those with operations that they may call. */
  statuses(peers: readonly ConnectedPeer[], viewer?: Identity): SourceStatus[] {
    const offering = peers.filter(({ operationIds }) => operationIds.length > 0);
    const all = offering.map((peer) => this.#status(peer, nameOf(peer, offering), viewer));
    return viewer === undefined ? all : all.filter(({ operations }) => operations > 0);
  }

  /** Resolves when the last operation is gone. */
  close(): Promise<void> {
    for (const stop of this.#stops) stop();
    return this.#registered.clear();
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
      report: summariseReports(held.length, [
        {
          quarantined: this.#registered.quarantined.filter(({ id = "" }) => ids.has(id)),
          findings: this.#registered.findings.filter(({ where }) => ids.has(where)),
        },
      ]),
    };
  }

  #follow(changes: readonly RegistryChange[]): void {
    void this.#registered.change(changes.map(({ id }) => [id, this.imports.getSpec(id) as AnyOperation | undefined]));
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

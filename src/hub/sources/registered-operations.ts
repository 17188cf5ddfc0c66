import { messageOf } from "../../errors/call-error.ts";
import { checkAccess } from "../../operation/access-control.ts";
import type { Identity } from "../../operation/access-control.ts";
import type { AnyOperation } from "../../operation/define-operation.ts";
import { operationId } from "../../operation/operation-id.ts";
import type { OperationSpec } from "../../operation/operation-spec.ts";
import { specProblems } from "../../operation/spec-problems.ts";
import type { OperationRegistry } from "../../registry/operation-registry.ts";
import { HubOperation } from "./hub-operation.ts";
import type { HubOperationRules } from "./hub-operation.ts";
import type { SourcePolicy } from "./source-policy.ts";
import type { SourceFinding, SourceQuarantined, SourceReport } from "../../sources/source.ts";

interface Registered {
  readonly original: AnyOperation;
  readonly policy: SourcePolicy;
  readonly operation: HubOperation;
}

/** The rules that all operations of a source share. */
type RegisteringSource = Pick<HubOperationRules, "kind" | "calls">;

/** The operations of one source in the hub's registry. Never touches those of another source. */
export class RegisteredOperations implements SourceReport {
  readonly #registry: OperationRegistry;
  readonly #source: RegisteringSource;
  readonly #ours = new Map<string, Registered>();
  #quarantined = new Map<string, string>();
  #findings: SourceFinding[] = [];

  constructor(registry: OperationRegistry, source: RegisteringSource) {
    this.#registry = registry;
    this.#source = source;
  }

  get size(): number {
    return this.#ours.size;
  }

  /** How many of the operations this identity may call. */
  countFor(identity: Identity): number {
    let count = 0;
    for (const { operation } of this.#ours.values()) if (checkAccess(operation.accessControl, identity)) count++;
    return count;
  }

  get quarantined(): SourceQuarantined[] {
    return Array.from(this.#quarantined, ([id, reason]) => ({ id, reason }));
  }

  get findings(): readonly SourceFinding[] {
    return this.#findings;
  }

  /** Whether this source wants an id that another source has freed. */
  wants(id: string): boolean {
    return this.#quarantined.has(id);
  }

  /**
   * Makes the registry hold exactly these operations of this source. Removes and registers in one step each, so that an
   * operation that stays is there at every moment.
   */
  update(offered: readonly AnyOperation[], policy: SourcePolicy, previous?: RegisteredOperations): void {
    this.#quarantined = new Map();
    this.#findings = [];
    const wanted = this.#choose(offered, policy, previous);
    for (const [id, { operation }] of Array.from(this.#ours)) {
      if (wanted.has(id)) continue;
      if (this.#registry.getSpec(id) === operation) this.#registry.unregister(id);
      this.#ours.delete(id);
    }
    const changed = Array.from(wanted).filter(([id, registered]) => this.#ours.get(id) !== registered);
    for (const [id, registered] of this.#register(changed)) {
      this.#ours.set(id, registered);
      previous?.handOver(id);
    }
  }

  holds(id: string, spec: OperationSpec): boolean {
    return this.#ours.get(id)?.operation === spec;
  }

  /** Leaves an operation to another source. */
  handOver(id: string): void {
    this.#ours.delete(id);
  }

  clear(): void {
    for (const [id, { operation }] of this.#ours) {
      if (this.#registry.getSpec(id) === operation) this.#registry.unregister(id);
    }
    this.#ours.clear();
    this.#quarantined.clear();
  }

  #choose(offered: readonly AnyOperation[], policy: SourcePolicy, previous?: RegisteredOperations) {
    const wanted = new Map<string, Registered>();
    for (const original of offered) {
      try {
        if (!policy.takes(original)) continue;
        const id = operationId(original);
        const taken = wanted.has(id) ? "this source offers it twice" : this.#takenBy(id, previous);
        if (taken === undefined) wanted.set(id, this.#guard(id, original, policy));
        else this.#quarantined.set(id, taken);
      } catch (thrown) {
        this.#quarantined.set(...whyUnusable(original, thrown));
      }
    }
    return wanted;
  }

  #guard(id: string, original: AnyOperation, policy: SourcePolicy): Registered {
    const known = this.#ours.get(id);
    const notPublic = policy.notPublic(original);
    if (notPublic !== undefined) this.#findings.push({ kind: "not public", where: id, why: notPublic });
    if (known !== undefined && known.original === original && known.policy === policy) return known;
    const accessControl = policy.accessControl(original);
    const needsApproval = policy.needsApproval(original);
    const rules = { accessControl, needsApproval, output: policy.output(original), ...this.#source };
    return { original, policy, operation: new HubOperation(original, rules) };
  }

  #takenBy(id: string, previous: RegisteredOperations | undefined): string | undefined {
    const holder = this.#registry.getSpec(id);
    if (holder === undefined || this.holds(id, holder)) return undefined;
    if (previous?.holds(id, holder) === true) return undefined;
    const { source, location } = holder.origin ?? { source: "local" };
    return `the id is taken by an operation of ${source}${location === undefined ? "" : ` (${location})`}`;
  }

  /** Registers all in one batch, so that listeners hear once. Only a refusal makes it go one by one. */
  #register(changed: ReadonlyArray<[string, Registered]>): ReadonlyArray<[string, Registered]> {
    const options = { replace: true };
    try {
      this.#registry.registerAll(
        changed.map(([, { operation }]) => operation),
        options,
      );
      return changed;
    } catch {
      return changed.filter(([id, { operation }]) => {
        try {
          this.#registry.register(operation, options);
          return true;
        } catch (thrown) {
          // The source no longer offers the version before.
          if (this.#ours.delete(id)) this.#registry.unregister(id);
          this.#quarantined.set(id, messageOf(thrown));
          return false;
        }
      });
    }
  }
}

/** A source of the user's own may offer anything: what is no operation is reported under the name that it has. */
function whyUnusable(original: unknown, thrown: unknown): [id: string, reason: string] {
  const { namespace, name } = (original ?? {}) as Partial<OperationSpec>;
  const [problem] = specProblems(original);
  const reason = problem === undefined ? messageOf(thrown) : `the spec is invalid: ${problem.path} ${problem.message}`;
  return [`${String(namespace)}.${String(name)}`, reason];
}

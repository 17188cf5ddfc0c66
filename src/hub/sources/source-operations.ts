import { messageOf } from "../../errors/call-error.ts";
import { checkAccess, hasRights, isLimited } from "../../operation/access-control.ts";
import type { Identity } from "../../operation/access-control.ts";
import type { AnyOperation } from "../../operation/define-operation.ts";
import { operationId } from "../../operation/operation-id.ts";
import type { OperationSpec } from "../../operation/operation-spec.ts";
import { specProblems } from "../../operation/spec-problems.ts";
import type { OperationRegistry } from "../../registry/operation-registry.ts";
import { runInSlices } from "../../shared/time/slices.ts";
import type { SlicedWork } from "../../shared/time/slices.ts";
import { HubOperation } from "./hub-operation.ts";
import type { HubOperationRules } from "./hub-operation.ts";
import { ShapedOperation } from "../shaping/shaped-operation.ts";
import type { SourcePolicy } from "./source-policy.ts";
import type { ConcernedOperations, SourceFinding, SourceQuarantined, SourceReport } from "../../sources/source.ts";

interface Registered {
  readonly original: AnyOperation;
  readonly policy: SourcePolicy;
  readonly operation: HubOperation;
}

/** The rules that all operations of a source share. */
type RegisteringSource = Pick<HubOperationRules, "kind" | "calls" | "settled">;

/** Operations that are registered or removed in one step. Every interface of the hub is then notified. */
const STEP = 100;

/** Operations that are compared in one step: most have not changed. */
const COMPARED_STEP = 1000;

/**
 * The operations of one source in the hub's registry. Never touches those of another source. Works in slices, because a
 * source may have thousands.
 */
export class SourceOperations implements SourceReport {
  readonly #registry: OperationRegistry;
  readonly #source: RegisteringSource;
  readonly #ours = new Map<string, Registered>();
  readonly #quarantined = new Map<string, string>();
  readonly #misshapen = new Set<string>();
  readonly #findings = new Map<string, SourceFinding>();
  #policy: SourcePolicy;
  /** The source that this one replaces. */
  #previous: SourceOperations | undefined;
  /** Determines what to compare. Set until everything that the source offers is compared. */
  #comparing: Iterator<void> | undefined;
  /** What is still to be compared: the source's current offers by id; undefined for those that it no longer has. */
  #pending = new Map<string, AnyOperation | undefined>();
  #offeredTwice: ReadonlySet<string> = new Set();
  #work: SlicedWork | undefined;
  #isWorking = false;
  /** Changes when everything is removed: a step that is under way then registers nothing more. */
  #epoch = 0;

  constructor(registry: OperationRegistry, source: RegisteringSource, policy: SourcePolicy) {
    this.#registry = registry;
    this.#source = source;
    this.#policy = policy;
  }

  get size(): number {
    return this.#ours.size;
  }

  /** How many of the operations this identity may call. */
  countFor(identity: Identity | undefined): number {
    let count = 0;
    for (const { operation } of this.#ours.values()) if (checkAccess(operation.accessControl, identity)) count++;
    return count;
  }

  /** Whether the identity has the rights to any of them, even if the source offers none to this caller. */
  isOpenTo(identity: Identity): boolean {
    return Array.from(this.#ours.values()).some(({ operation }) => hasRights(operation.accessControl, identity));
  }

  /** What one caller sees of them may have changed. Default: of those that are offered to single callers. */
  readonly announceTo = (caller: string, concerned: ConcernedOperations = isLimited): void => {
    const operations = Array.from(this.#ours.values(), ({ operation }) => operation);
    this.#registry.announceTo(caller, operations.filter(concerned));
  };

  get quarantined(): SourceQuarantined[] {
    return Array.from(this.#quarantined, ([id, reason]) => ({ id, reason }));
  }

  /** Those that the config shapes in an impossible way. */
  get misshapen(): SourceQuarantined[] {
    return this.quarantined.filter(({ id = "" }) => this.#misshapen.has(id));
  }

  get findings(): readonly SourceFinding[] {
    return Array.from(this.#findings.values());
  }

  /** Whether this source wants an id that another source has freed. */
  wants(id: string): boolean {
    return this.#quarantined.has(id);
  }

  /**
   * Makes the registry hold exactly these operations of this source. An operation that stays is there at every moment.
   * Resolves when all is done.
   */
  update(offered: readonly AnyOperation[], policy: SourcePolicy, previous?: SourceOperations): Promise<void> {
    this.#policy = policy;
    this.#previous = previous;
    this.#quarantined.clear();
    this.#misshapen.clear();
    this.#pending = new Map();
    this.#comparing = this.#compare(offered);
    return this.#run();
  }

  /** Takes what has changed: operations by their ids, undefined for one that the source no longer offers. */
  change(changes: Iterable<readonly [id: string, offered: AnyOperation | undefined]>): Promise<void> {
    for (const [id, offered] of changes) this.#pending.set(id, offered);
    return this.#run();
  }

  holds(id: string, spec: OperationSpec): boolean {
    return this.#ours.get(id)?.operation === spec;
  }

  /** Leaves an operation to another source. */
  handOver(id: string): void {
    this.#ours.delete(id);
  }

  /** Removes all operations. Resolves when the last is gone. */
  clear(): Promise<void> {
    this.#epoch++;
    this.#comparing = undefined;
    this.#quarantined.clear();
    this.#findings.clear();
    this.#pending = new Map(Array.from(this.#ours.keys(), (id) => [id, undefined]));
    return this.#run();
  }

  #run(): Promise<void> {
    if (!this.#isWorking) {
      this.#isWorking = true;
      this.#work = runInSlices(this.#steps());
    }
    return this.#work?.ended ?? Promise.resolve();
  }

  *#steps(): Generator<void> {
    try {
      for (;;) {
        if (this.#comparing?.next().done !== false) {
          this.#comparing = undefined;
          this.#takeStep();
          if (this.#pending.size === 0 && this.#comparing === undefined) return;
        }
        yield;
      }
    } finally {
      this.#isWorking = false;
    }
  }

  *#compare(offered: readonly AnyOperation[]): Generator<void> {
    const ids = new Set<string>();
    const twice = new Set<string>();
    let compared = 0;
    for (const original of offered) {
      try {
        const id = operationId(original);
        if (ids.has(id)) twice.add(id);
        // What has changed since the list was made is pending already.
        else if (!this.#pending.has(id) && !this.#isUnchanged(id, original)) this.#pending.set(id, original);
        ids.add(id);
      } catch (thrown) {
        this.#quarantined.set(...whyUnusable(original, thrown));
      }
      if (++compared % COMPARED_STEP === 0) yield;
    }
    this.#offeredTwice = twice;
    for (const id of this.#ours.keys()) if (!ids.has(id) && !this.#pending.has(id)) this.#pending.set(id, undefined);
    for (const id of twice) if (!this.#pending.has(id)) this.#quarantined.set(id, OFFERED_TWICE);
  }

  #takeStep(): void {
    const epoch = this.#epoch;
    const gone: string[] = [];
    const changed: Array<[string, Registered]> = [];
    for (const [id, original] of this.#pending) {
      if (gone.length + changed.length >= STEP) break;
      this.#pending.delete(id);
      this.#quarantined.delete(id);
      this.#findings.delete(id);
      const wanted = original === undefined ? undefined : this.#choose(id, original);
      if (wanted === undefined) gone.push(id);
      else if (wanted !== this.#ours.get(id)) changed.push([id, wanted]);
    }
    this.#remove(gone);
    // A listener to the removal may have closed the source.
    if (epoch === this.#epoch) this.#register(changed);
  }

  #isUnchanged(id: string, original: AnyOperation): boolean {
    const known = this.#ours.get(id);
    if (known === undefined || known.original !== original || known.policy !== this.#policy) return false;
    return this.#registry.getSpec(id) === known.operation;
  }

  /** The operation under the rules of the hub; undefined if the hub does not take it. */
  #choose(id: string, original: AnyOperation): Registered | undefined {
    try {
      if (!this.#policy.takes(original)) return undefined;
      const mistake = original instanceof ShapedOperation ? original.findMistake() : undefined;
      if (mistake !== undefined) {
        this.#quarantined.set(id, mistake);
        this.#misshapen.add(id);
        return undefined;
      }
      if (this.#offeredTwice.has(id)) this.#quarantined.set(id, OFFERED_TWICE);
      const taken = this.#takenBy(id);
      if (taken === undefined) return this.#guard(id, original);
      const isRenamed = original instanceof ShapedOperation && original.isRenamed;
      this.#quarantined.set(id, isRenamed ? original.shape.mistake(["name"], taken) : taken);
    } catch (thrown) {
      this.#quarantined.set(...whyUnusable(original, thrown));
    }
    return undefined;
  }

  #guard(id: string, original: AnyOperation): Registered {
    const policy = this.#policy;
    const notPublic = policy.notPublic(original);
    if (notPublic !== undefined) this.#findings.set(id, { kind: "not public", where: id, why: notPublic });
    if (this.#isUnchanged(id, original)) return this.#ours.get(id) as Registered;
    const accessControl = policy.accessControl(original);
    const needsApproval = policy.needsApproval(original);
    const redactor = original instanceof ShapedOperation ? original.redactor : undefined;
    const rules = { accessControl, needsApproval, output: policy.output(original), redactor, ...this.#source };
    return { original, policy, operation: new HubOperation(original, rules) };
  }

  #takenBy(id: string): string | undefined {
    const holder = this.#registry.getSpec(id);
    if (holder === undefined || this.holds(id, holder)) return undefined;
    if (this.#previous?.holds(id, holder) === true) return undefined;
    const { source, location } = holder.origin ?? { source: "local" };
    return `the id is taken by an operation of ${source}${location === undefined ? "" : ` (${location})`}`;
  }

  #remove(ids: readonly string[]): void {
    const held = ids.filter((id) => {
      const spec = this.#registry.getSpec(id);
      return spec !== undefined && this.holds(id, spec);
    });
    for (const id of ids) this.#ours.delete(id);
    this.#registry.unregisterAll(held);
  }

  /**
   * Registers all in one batch, so that listeners are called once. Only after a refusal does it register them one by
   * one.
   */
  #register(changed: ReadonlyArray<[string, Registered]>): void {
    const options = { replace: true };
    // Set before the registry calls its listeners, because they may ask.
    for (const [id, registered] of changed) this.#ours.set(id, registered);
    try {
      this.#registry.registerAll(
        changed.map(([, { operation }]) => operation),
        options,
      );
    } catch {
      for (const [id, { operation }] of changed) {
        try {
          this.#registry.register(operation, options);
        } catch (thrown) {
          // The source no longer offers the version that was registered before.
          this.#ours.delete(id);
          this.#registry.unregister(id);
          this.#quarantined.set(id, messageOf(thrown));
        }
      }
    }
    for (const [id] of changed) this.#previous?.handOver(id);
  }
}

const OFFERED_TWICE = "this source offers it twice";

/** A user's own source may offer anything: what is not an operation is reported under its name. */
function whyUnusable(original: unknown, thrown: unknown): [id: string, reason: string] {
  const { namespace, name } = (original ?? {}) as Partial<OperationSpec>;
  const [problem] = specProblems(original);
  const reason = problem === undefined ? messageOf(thrown) : `the spec is invalid: ${problem.path} ${problem.message}`;
  return [`${String(namespace)}.${String(name)}`, reason];
}

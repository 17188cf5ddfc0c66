import { messageOf } from "../../errors/call-error.ts";
import type { AccessControl } from "../../operation/access-control.ts";
import type { RegistryChange } from "../../registry/change-emitter.ts";
import type { OperationRegistry } from "../../registry/operation-registry.ts";
import { PacedCall } from "../../shared/time/paced-call.ts";
import type { SourceLog } from "../../sources/source.ts";
import { replaceFile } from "../../vault/replace-file.ts";
import { node } from "../config/node-modules.ts";
import { HubOperation } from "./hub-operation.ts";
import type { SourceKind } from "./source-status.ts";

export interface AwayOperationsOptions {
  /** Where the ids outlive the hub. Undefined for a hub that only tries to start. */
  readonly file: string | undefined;
  /** Milliseconds for which an operation is remembered. */
  readonly keepMs: number;
  readonly log: SourceLog;
}

type RememberedOperation = readonly [id: string, accessControl: AccessControl, until?: number];

/** The sources whose operations run in processes that come and go. */
const PEERS: ReadonlySet<SourceKind | undefined> = new Set<SourceKind>(["spoke", "hub", "nats", "redis"]);

/** How many operations are remembered. The ones that left first are forgotten. */
const MOST = 10_000;

/** Milliseconds between two writes of the file. */
const PAUSE = 500;

/**
 * Remembers which operations other processes offered, so that a call of one that is away fails with `NO_RESPONDER`, and
 * streams resume when it is back. Lists do not show it: nobody can call it, and its schemas may have changed by then.
 */
export class AwayOperations {
  readonly #registry: OperationRegistry;
  readonly #options: AwayOperationsOptions;
  readonly #present = new Map<string, AccessControl>();
  readonly #saving = new PacedCall(PAUSE, () => void this.#save());
  readonly #stop: () => void;
  #saved: Promise<void> = Promise.resolve();

  private constructor(registry: OperationRegistry, options: AwayOperationsOptions) {
    this.#registry = registry;
    this.#options = options;
    this.#stop = registry.onChange((changes) => this.#follow(changes));
  }

  /** Begins with what an earlier run of the hub has left in the file: its peers are still to come back. */
  static async open(registry: OperationRegistry, options: AwayOperationsOptions): Promise<AwayOperations> {
    const away = new AwayOperations(registry, options);
    const now = Date.now();
    const latest = now + options.keepMs;
    for (const [id, accessControl, until = latest] of await away.#read())
      if (until > now && !registry.has(id)) away.#remember(id, accessControl, Math.min(until, latest));
    return away;
  }

  /** Writes the file for the last time: the peers that leave from now on leave because this hub ends. */
  async keep(): Promise<void> {
    this.#saving.flush();
    this.#saving.stop();
    await this.#saved;
  }

  async close(): Promise<void> {
    this.#stop();
    await this.keep();
  }

  #follow(changes: readonly RegistryChange[]): void {
    let hasChanged = false;
    for (const { type, id, spec } of changes) {
      const isOfPeer = PEERS.has(HubOperation.rulesOf(spec)?.kind);
      if (type === "unregistered") {
        if (!isOfPeer) continue;
        this.#present.delete(id);
        this.#remember(id, spec.accessControl, Date.now() + this.#options.keepMs);
      } else {
        this.#registry.quarantine.endAway(id);
        if (isOfPeer) this.#present.set(id, spec.accessControl);
        else if (!this.#present.delete(id)) continue;
      }
      hasChanged = true;
    }
    if (hasChanged) this.#saving.request();
  }

  #remember(id: string, accessControl: AccessControl, until: number): void {
    const { quarantine } = this.#registry;
    quarantine.setAway({ id, accessControl, until });
    const [first] = quarantine.away().keys();
    if (first !== undefined && quarantine.away().size > MOST) quarantine.endAway(first);
  }

  /** One write at a time, so that the last one is the last. */
  #save(): Promise<void> {
    const away = Array.from(this.#registry.quarantine.away().values());
    // What left first is forgotten first, and what is there last.
    const operations: RememberedOperation[] = [
      ...away.map(({ id, accessControl, until }) => [id, accessControl, until] as const),
      ...this.#present,
    ];
    const text = JSON.stringify({ operations: operations.slice(-MOST) });
    return (this.#saved = this.#saved.then(() => this.#write(text)));
  }

  async #write(text: string): Promise<void> {
    const { file, log } = this.#options;
    if (file === undefined) return;
    try {
      await node.files.mkdir(node.path.dirname(file), { recursive: true, mode: 0o700 });
      await replaceFile(file, text);
    } catch (error) {
      log("warn", "the operations of peers can't be remembered over a restart", { file, error: messageOf(error) });
    }
  }

  async #read(): Promise<readonly RememberedOperation[]> {
    const { file, log } = this.#options;
    if (file === undefined) return [];
    try {
      const { operations } = JSON.parse(await node.files.readFile(file, "utf8")) as { operations?: unknown };
      return Array.isArray(operations) ? operations.filter(isRemembered) : [];
    } catch (error) {
      if ((error as { code?: unknown }).code !== "ENOENT")
        log("warn", "the operations of the last run can't be read", { file, error: messageOf(error) });
      return [];
    }
  }
}

/** The file may come from another version, or from a person. */
function isRemembered(value: unknown): value is RememberedOperation {
  const [id, accessControl, until = 0] = Array.isArray(value) ? (value as unknown[]) : [];
  return typeof id === "string" && isAccessControl(accessControl) && typeof until === "number";
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

/** What can't be read as a requirement must not count as none. */
function isAccessControl(value: unknown): value is AccessControl {
  const { requiredScopes, requiredScopesAny = [], ...resource } = (value ?? {}) as Readonly<Record<string, unknown>>;
  const areScopes = [requiredScopes, requiredScopesAny].every(
    (scopes) => Array.isArray(scopes) && scopes.every(isText),
  );
  return areScopes && ["resourceType", "resourceAction", "resourceId"].every((name) => isText(resource[name] ?? ""));
}

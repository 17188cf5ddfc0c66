import type { AnyOperation } from "../operation/define-operation.ts";
import type { LogMessage, LogReader } from "../operation/caller-log.ts";
import type { OperationSpec } from "../operation/operation-spec.ts";
import type { OperationRegistry } from "../registry/operation-registry.ts";
import type { AnySchema, InferOutput } from "../schema/types/static.ts";
import type { LoginCallers } from "./login/caller-logins.ts";
import type { SourceLogin } from "./login/source-logins.ts";
import type { VaultAccess } from "./login/vault-access.ts";

/**
 * Where operations come from: an API document, an MCP server, a folder, a database. A program opens a source with
 * `openSource`, a hub with `sources: { name: { use: "./my-source.ts" } }` in its config.
 */
export interface OperationSource<TConfig = Record<string, unknown>> {
  /** What the config must be: TypeBox, JSON Schema or a Standard Schema. Checked before `open` is called. */
  readonly configSchema?: AnySchema | undefined;
  /**
   * Connects, and resolves once the operations are known. Throws if that fails: a hub tries again later. Before it
   * throws, it must end everything that it has started.
   */
  open(config: TConfig, context: SourceContext): OpenedSource | Promise<OpenedSource>;
  /**
   * How a person logs in to the service behind it; undefined if this config needs no login. `open` throws
   * `LOGIN_REQUIRED` while a login is missing, and the opener opens the source again once there is one.
   */
  login?(config: TConfig, context: Pick<SourceContext, "name" | "folder">): SourceLogin | undefined;
}

/** A source that is open. */
export interface OpenedSource {
  /** The operations as they are now. Read again after every `context.changed()`. */
  readonly operations: readonly AnyOperation[];
  /**
   * A digest of everything that the operations were made from, if `context.isLocked` asks for it. A lock with the same
   * digest need not compare the operations. Absent if they depend on anything else.
   */
  readonly revision?: string | undefined;
  /** Whether `operations` comes from `context.accepted`, because the other side was not asked for its own. */
  readonly isFromLock?: boolean | undefined;
  /**
   * With `isFromLock`: operations as callers' own sessions list them, for an administrator to review. None of them is
   * served until it is in the lock.
   */
  readonly seen?: readonly AnyOperation[] | undefined;
  /**
   * Resolves when `operations` matches the other side's latest announcement; undefined if it does. A hub with a lock
   * asks before every call, so that no call reaches an operation that has just changed.
   */
  settled?(): Promise<void> | undefined;
  /** How to use the operations, for a model, as the other side words it. Read whenever a client asks. */
  readonly instructions?: string | undefined;
  /** What could not be used, or was used only with changes. Read whenever an operator looks at the status. */
  report?(): SourceReport;
  /** The sessions of single callers; undefined if all callers share one. */
  sessions?(): SourceSessions | undefined;
  /** For a source that offers our operations to others: takes no more of their calls. The opener is about to close. */
  stopAnswering?(): void;
  /**
   * Ends everything that `open` has started: connections, processes, timers, listeners. May be called more than once.
   * `graceMs` is how long others' calls to operations that this source offers may still take.
   */
  close(options?: { readonly graceMs: number }): void | Promise<void>;
}

/** Picks the operations that a change for one caller is about. */
export type ConcernedOperations = (spec: OperationSpec) => boolean;

/** What the opener passes to a source. */
export interface SourceContext {
  /** The source's name: a good namespace for its operations. */
  readonly name: string;
  /** Relative paths in the config start here: for a hub, the folder of its config file. */
  readonly folder: string;
  /** Fires if the opener aborts before the source is open: `open` should then end what it has started, and throw. */
  readonly signal: AbortSignal;
  /** For a source that calls our operations, or offers them to others. The opener registers the source's operations. */
  readonly registry: OperationRegistry;
  readonly log: SourceLog;
  /** Whether the opener compares the operations with a lock. */
  readonly isLocked?: boolean | undefined;
  /** What the opener's lock now holds for this source; undefined if it holds nothing. */
  readonly accepted?: (() => AcceptedOperations | undefined) | undefined;
  /** Where logins are kept. Absent if the opener keeps none. */
  readonly vault?: VaultAccess | undefined;
  /** Whose logins serve which callers, if each has its own. */
  readonly loginCallers?: LoginCallers | undefined;
  /** Imports a module by its absolute path or `file:` URL. In a hub, it also reads TypeScript. */
  readonly importModule: (path: string) => Promise<unknown>;
  /** Call it when `operations` has changed: the opener reads them again. */
  readonly changed: () => void;
  /**
   * Call it with the key of a caller when only that caller's view has changed: it sees other `operations` or, with
   * `concerned`, the operations that it picks list other things.
   */
  readonly callerChanged?: ((caller: string, concerned?: ConcernedOperations) => void) | undefined;
  /**
   * Call it with a log message of the other side that belongs to no call. Callers of the source may read it, or only
   * its `owner`.
   */
  readonly serverLog?: ((message: LogMessage, owner?: LogReader) => void) | undefined;
  /** Call it when the connection is lost, back, or lost permanently. */
  readonly stateChanged: (change: SourceStateChange) => void;
}

/** The operations of a source as an operator has accepted them: those of a lock. */
export interface AcceptedOperations {
  readonly specs: readonly AcceptedSpec[];
  /** Whether an operation is the same as when it was accepted. */
  fits(operation: AnyOperation): Promise<boolean>;
}

/** What a lock knows about an accepted operation. Its schemas are plain JSON Schema. */
export type AcceptedSpec = Pick<
  AnyOperation,
  "namespace" | "name" | "type" | "title" | "description" | "inputSchema" | "outputSchema" | "metadata"
>;

/** Writes one line to the log of the opener. */
export type SourceLog = (level: "debug" | "info" | "warn" | "error", message: string, fields?: object) => void;

/**
 * `connecting`: the connection is lost, and the source restores it by itself. `ready`: it is back; with an `error`,
 * something is missing that some of its operations need, such as a login. `failed`: it is lost permanently; the opener
 * closes the source, and a hub opens it again.
 */
export type SourceStateChange =
  | { readonly state: "ready"; readonly error?: unknown }
  | { readonly state: "connecting" | "failed"; readonly error: unknown };

/** The sessions of a source that belong to single callers. */
export interface SourceSessions {
  /** Whether each caller has its own session, or each session of a client. */
  readonly isolation: "caller" | "session";
  readonly running: number;
  /** The most sessions at once. */
  readonly max: number;
  /** How many have begun since the source was opened. */
  readonly started: number;
  /** How many calls were refused because there was no room for another session. */
  readonly refused: number;
}

/** What a source could not use, and what it uses with changes. */
export interface SourceReport {
  readonly quarantined: readonly SourceQuarantined[];
  readonly findings: readonly SourceFinding[];
}

/** Something that a source offers but that can't be called: an id that is taken, a bad schema, a module that throws. */
export interface SourceQuarantined {
  /** The operation, tool or module. For a document, see `method` and `path`. */
  readonly id?: string | undefined;
  readonly method?: string | undefined;
  readonly path?: string | undefined;
  readonly reason: string;
}

/** Something that the source uses with changes. */
export interface SourceFinding {
  /** `repaired`, `widened`, `left out`, … */
  readonly kind: string;
  readonly where: string;
  readonly why: string;
}

/** The config that `open` gets. If nothing is known about the schema, it is an object of unknown values. */
type ConfigOf<TSchema extends AnySchema> = AnySchema extends TSchema ? Record<string, unknown> : InferOutput<TSchema>;

/**
 * Declares a source, and infers the type of its config from the schema.
 *
 * @example
 * export default defineSource({
 *   configSchema: Type.Object({ folder: Type.String() }),
 *   open: async ({ folder }, context) => ({ operations: await readFolder(folder, context.name), close() {} }),
 * });
 */
export function defineSource<TSchema extends AnySchema = AnySchema>(source: {
  readonly configSchema?: TSchema | undefined;
  readonly open: (config: ConfigOf<TSchema>, context: SourceContext) => OpenedSource | Promise<OpenedSource>;
  readonly login?: (
    config: ConfigOf<TSchema>,
    context: Pick<SourceContext, "name" | "folder">,
  ) => SourceLogin | undefined;
}): OperationSource<ConfigOf<TSchema>> {
  return source;
}

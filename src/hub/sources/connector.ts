import type { AnyOperation } from "../../operation/define-operation.ts";
import type { OperationRegistry } from "../../registry/operation-registry.ts";
import type { SourceFinding, SourceQuarantined } from "./source-status.ts";

/** A source that is connected. */
export interface OpenedSource {
  /** What it offers now. */
  readonly operations: readonly AnyOperation[];
  /** Operations that it could not make, and what it took otherwise than it stands. Asked for each time it is shown. */
  report?(): { readonly quarantined: readonly SourceQuarantined[]; readonly findings: readonly SourceFinding[] };
  /** Is told when `operations` has changed. Returns a way to stop listening. */
  onChange?(listener: () => void): () => void;
  /** Is told why a connection is lost that the source itself makes anew, and with `undefined` that it is back. */
  onConnection?(listener: (lost: unknown) => void): () => void;
  /** Is told once, if the connection is lost for good: the hub connects anew. */
  onLost?(listener: (error: unknown) => void): () => void;
  /** Takes no more calls of others, to what the hub offers them: it is about to stop. */
  stopAnswering?(): void;
  /** `graceMs`: for calls in flight of others, to what the hub offers them. */
  close(options?: { readonly graceMs: number }): Promise<void>;
}

/** What a connector may use. */
export interface ConnectContext {
  /** The source's name in the config. */
  readonly name: string;
  /** Relative paths start here. */
  readonly folder: string;
  /** Fires when the hub no longer wants the connection. */
  readonly signal: AbortSignal;
  /** The hub's registry: for a source that offers our operations to others. Ours to add to, not the source's. */
  readonly registry: OperationRegistry;
  readonly log: (level: "debug" | "info" | "warn" | "error", message: string, fields?: object) => void;
}

/** Connects to a source. Throws where that fails: the hub tries again later. */
export type Connector<TConfig> = (config: TConfig, context: ConnectContext) => Promise<OpenedSource>;

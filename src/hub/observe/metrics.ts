import type { MiddlewareCall } from "../../operation/middleware.ts";
import { OperationType } from "../../operation/operation-type.ts";
import type { OperationStats } from "../../registry/call/registered-operation.ts";
import type { ObservedEnd } from "./observe-calls.ts";
import { renderAccess } from "./access-metrics.ts";
import type { AccessNumbers } from "./access-metrics.ts";
import { PrometheusText } from "./prometheus-text.ts";

/** A source, as the metrics count it. */
export interface CountedSource {
  readonly name: string;
  readonly kind: string;
  readonly state: string;
  readonly operations: number;
  /** Operations that `operations.lock` holds back; absent if the source is not locked. */
  readonly quarantined?: number | undefined;
  /** The callers' own sessions; absent if they share one. */
  readonly sessions?: { readonly running: number; readonly started: number; readonly refused: number } | undefined;
}

interface Isolated {
  readonly source: string;
  readonly sessions: NonNullable<CountedSource["sessions"]>;
}

/** How many members of results were left out, and how many are declared defaults. */
export type MemberCounts = Pick<OperationStats, "stripped" | "filled">;

const MEMBER_HELP = [
  ["stripped", "Members left out of results, because the output schema does not name them."],
  ["filled", "Members of results that are defaults of the output schema, because the source did not send them."],
] as const;

/** What the metrics count beside calls, and how many labels they have. */
export interface CallMetricsOptions {
  /** The number of operations with their own label; all others count as `other`. Default: 1000. */
  readonly maxOperations?: number;
  /** How many members were stripped from results and filled in, by operation. */
  readonly members?: () => Iterable<readonly [id: string, counts: MemberCounts]>;
}

/** The bytes that wait for clients, and the connections that were cut off because of them, by reason. */
export interface WaitingNumbers {
  readonly total: number;
  readonly cutOff: Readonly<Record<string, number>>;
}

/** The lines that are missing in the audit, and how often it could not be written. */
export interface AuditNumbers {
  readonly missing: number;
  readonly failures: number;
}

/** What the metrics show beside calls. */
export interface HubNumbers extends AccessNumbers {
  readonly sources?: readonly CountedSource[];
  /** Refused connections, by interface. */
  readonly refusals?: ReadonlyMap<string, number>;
  readonly waiting?: WaitingNumbers;
  readonly audit?: AuditNumbers | undefined;
  /** Calls that were refused, by the name of the rate limit. */
  readonly rateLimited?: ReadonlyMap<string, number> | undefined;
  readonly approvals?: ApprovalNumbers | undefined;
}

/** The number of calls that wait for an approval, and of those that have waited, by outcome. */
export interface ApprovalNumbers {
  readonly size: number;
  readonly ended: ReadonlyMap<string, number>;
}

/** Upper bounds in seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const MOST_OPERATIONS = 1000;
const MOST_CODES = 50;
/** Labels are bounded: operations and codes beyond the bound count as this. */
const OTHER = "other";
const SOURCE_STATES = ["connecting", "ready", "failed", "closed"];

/** Where the time of a call over HTTP went, as `serveHTTP` reports it. */
export interface PhaseTimes {
  readonly operationId: string;
  readonly queueMs: number;
  readonly checksMs: number;
  readonly upstreamMs: number;
  readonly writeMs: number;
}

/** The phases of such a call, in their order. */
const PHASES = ["queue", "checks", "upstream", "write"] as const;

class OperationMetrics {
  /** Seconds in each phase; undefined if no call came over HTTP. */
  phases: Record<(typeof PHASES)[number], number> | undefined;
  readonly byCode = new Map<string, number>();
  readonly buckets = BUCKETS.map(() => 0);
  seconds = 0;
  timed = 0;
  deprecated = 0;

  count(code: string): void {
    this.byCode.set(code, (this.byCode.get(code) ?? 0) + 1);
  }

  time(seconds: number): void {
    this.seconds += seconds;
    this.timed++;
    const bucket = BUCKETS.findIndex((bound) => seconds <= bound);
    if (bucket !== -1) this.buckets[bucket] = (this.buckets[bucket] as number) + 1;
  }
}

/** Counts calls, errors, durations and calls in flight, as Prometheus text. */
export class CallMetrics {
  readonly #operations = new Map<string, OperationMetrics>();
  readonly #codes = new Set<string>();
  readonly #maxOperations: number;
  readonly #members: NonNullable<CallMetricsOptions["members"]>;
  #inFlight = 0;

  constructor({ maxOperations = MOST_OPERATIONS, members = () => [] }: CallMetricsOptions = {}) {
    this.#maxOperations = maxOperations;
    this.#members = members;
  }

  /** For `observeCalls`. */
  readonly observe = (call: MiddlewareCall): ((end: ObservedEnd) => void) => {
    this.#inFlight++;
    return ({ code, durationMs }) => {
      this.#inFlight--;
      const metrics = this.#of(call.id);
      metrics.count(this.#codeLabel(code));
      const { deprecated = false } = call.spec;
      if (deprecated !== false) metrics.deprecated++;
      // The time that a stream was open says nothing about its speed.
      if (call.spec.type !== OperationType.SUBSCRIPTION) metrics.time(durationMs / 1000);
    };
  };

  /** For `serveHTTP`: where the time of a call went. */
  readonly observeTimes = ({ operationId, queueMs, checksMs, upstreamMs, writeMs }: PhaseTimes): void => {
    const phases = (this.#of(operationId).phases ??= { queue: 0, checks: 0, upstream: 0, write: 0 });
    phases.queue += queueMs / 1000;
    phases.checks += checksMs / 1000;
    phases.upstream += upstreamMs / 1000;
    phases.write += writeMs / 1000;
  };

  get inFlight(): number {
    return this.#inFlight;
  }

  render({ sources = [], refusals = new Map(), ...numbers }: HubNumbers = {}): string {
    const { waiting, audit, rateLimited, approvals, ...access } = numbers;
    const text = new PrometheusText();
    text.family("operations_calls_total", "counter", "Calls that ended, by operation and code; OK is a success.");
    for (const [operation, { byCode }] of this.#operations) {
      for (const [code, count] of byCode) text.sample({ operation, code }, count);
    }
    text.family("operations_call_duration_seconds", "histogram", "How long calls took; streams are not timed.");
    for (const [operation, metrics] of this.#operations) this.#renderHistogram(text, operation, metrics);
    this.#renderPhases(text);
    text.family("operations_deprecated_calls_total", "counter", "Calls of deprecated operations that ended.");
    for (const [operation, { deprecated }] of this.#operations) {
      if (deprecated > 0) text.sample({ operation }, deprecated);
    }
    this.#renderMembers(text);
    text.family("operations_calls_in_flight", "gauge", "Calls and streams in flight.");
    text.sample({}, this.#inFlight);
    this.#renderSources(text, sources);
    text.family("operations_connections_refused_total", "counter", "Refused connections, by interface.");
    for (const [name, count] of refusals) text.sample({ interface: name }, count);
    if (waiting !== undefined) this.#renderWaiting(text, waiting);
    if (audit !== undefined) this.#renderAudit(text, audit);
    if (rateLimited !== undefined) {
      text.family("operations_rate_limited_total", "counter", "Calls refused by a rate limit, by its name.");
      for (const [limit, count] of rateLimited) text.sample({ limit }, count);
    }
    if (approvals !== undefined) {
      text.family("operations_approvals_pending", "gauge", "Calls that wait for an approval.");
      text.sample({}, approvals.size);
      text.family("operations_approvals_total", "counter", "Calls that waited for an approval, by outcome.");
      for (const [outcome, count] of approvals.ended) text.sample({ outcome }, count);
    }
    renderAccess(text, access);
    text.family("process_resident_memory_bytes", "gauge", "Resident memory of the process.");
    text.sample({}, process.memoryUsage.rss());
    text.family("process_start_time_seconds", "gauge", "When the process started, in seconds since the epoch.");
    text.sample({}, Math.round(performance.timeOrigin / 1000));
    return text.toString();
  }

  #renderHistogram(text: PrometheusText, operation: string, { buckets, seconds, timed }: OperationMetrics): void {
    if (timed === 0) return;
    let sum = 0;
    for (const [index, bound] of BUCKETS.entries()) {
      sum += buckets[index] as number;
      text.sample({ operation, le: String(bound) }, sum, "_bucket");
    }
    text.sample({ operation, le: "+Inf" }, timed, "_bucket");
    text.sample({ operation }, seconds, "_sum");
    text.sample({ operation }, timed, "_count");
  }

  #renderMembers(text: PrometheusText): void {
    for (const [change, help] of MEMBER_HELP) {
      const counts = new Map<string, number>();
      for (const [id, { [change]: count }] of this.#members()) {
        const label = this.#operations.has(id) ? id : OTHER;
        if (count > 0) counts.set(label, (counts.get(label) ?? 0) + count);
      }
      text.family(`operations_${change}_members_total`, "counter", help);
      for (const [operation, count] of counts) text.sample({ operation }, count);
    }
  }

  #renderWaiting(text: PrometheusText, { total, cutOff }: WaitingNumbers): void {
    text.family("operations_waiting_bytes", "gauge", "Bytes that wait for clients to read them, or to send the rest.");
    text.sample({}, total);
    text.family("operations_connections_cut_off_total", "counter", "Connections cut off because of waiting bytes.");
    for (const [reason, count] of Object.entries(cutOff)) text.sample({ reason }, count);
  }

  #renderAudit(text: PrometheusText, { missing, failures }: AuditNumbers): void {
    text.family("operations_audit_missing_total", "counter", "Calls that are missing in the audit.");
    text.sample({}, missing);
    text.family("operations_audit_failures_total", "counter", "Writes to the audit that failed.");
    text.sample({}, failures);
  }

  #renderSources(text: PrometheusText, sources: readonly CountedSource[]): void {
    text.family("operations_source_state", "gauge", "1 for the state that a source is in.");
    for (const { name: source, kind, state } of sources) {
      for (const each of SOURCE_STATES) text.sample({ source, kind, state: each }, each === state ? 1 : 0);
    }
    text.family("operations_source_operations", "gauge", "Operations of a source that can be called.");
    for (const { name: source, kind, operations } of sources) text.sample({ source, kind }, operations);
    const help = "Operations of a source that operations.lock holds back: they are new, or have changed.";
    text.family("operations_source_quarantined", "gauge", help);
    for (const { name: source, kind, quarantined } of sources) {
      if (quarantined !== undefined) text.sample({ source, kind }, quarantined);
    }
    const isolated = sources.flatMap(({ name: source, sessions }) =>
      sessions === undefined ? [] : { source, sessions },
    );
    if (isolated.length > 0) this.#renderSessions(text, isolated);
  }

  #renderSessions(text: PrometheusText, isolated: readonly Isolated[]): void {
    text.family("operations_source_sessions", "gauge", "Callers' own sessions with a source.");
    for (const { source, sessions } of isolated) text.sample({ source }, sessions.running);
    text.family("operations_source_sessions_started_total", "counter", "Such sessions that have begun.");
    for (const { source, sessions } of isolated) text.sample({ source }, sessions.started);
    const help = "Calls refused because a source had no room for another session.";
    text.family("operations_source_sessions_refused_total", "counter", help);
    for (const { source, sessions } of isolated) text.sample({ source }, sessions.refused);
  }

  #renderPhases(text: PrometheusText): void {
    const help = "Seconds that calls over HTTP spent waiting, being checked, in their handlers, and being written.";
    text.family("operations_http_call_phase_seconds_total", "counter", help);
    for (const [operation, { phases }] of this.#operations) {
      if (phases === undefined) continue;
      for (const phase of PHASES) text.sample({ operation, phase }, phases[phase]);
    }
  }

  #of(id: string): OperationMetrics {
    let metrics = this.#operations.get(id);
    if (metrics !== undefined) return metrics;
    const label = this.#operations.size < this.#maxOperations ? id : OTHER;
    metrics = this.#operations.get(label);
    if (metrics === undefined) this.#operations.set(label, (metrics = new OperationMetrics()));
    return metrics;
  }

  /** Operations declare codes of their own, and remote ones may send any code. */
  #codeLabel(code: string): string {
    if (this.#codes.has(code)) return code;
    if (this.#codes.size >= MOST_CODES || code.length > 64) return OTHER;
    this.#codes.add(code);
    return code;
  }
}

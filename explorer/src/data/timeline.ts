/** A call and the calls that its handlers made, as rows with bars on one time scale. */
import type { TimelineCall } from "../api/contract.ts";

export interface TimelineRow {
  readonly call: TimelineCall;
  readonly level: number;
  /** Offset and width are shares of the total time, from 0 to 1. */
  readonly offset: number;
  readonly width: number;
  readonly isRunning: boolean;
}

export interface TimelineChart {
  readonly rows: readonly TimelineRow[];
  readonly totalMs: number;
}

const NARROWEST = 0.004;

export function timelineOf(calls: readonly TimelineCall[], now: number): TimelineChart {
  const starts = new Map(calls.map((call) => [call, Date.parse(call.startedAt)]));
  const startOf = (call: TimelineCall): number => starts.get(call) ?? 0;
  const endOf = (call: TimelineCall): number => startOf(call) + (call.durationMs ?? Math.max(0, now - startOf(call)));
  const first = Math.min(...calls.map(startOf));
  const totalMs = Math.max(...calls.map(endOf)) - first;
  const scale = totalMs > 0 ? totalMs : 1;
  const rows = inOrder(calls, startOf).map(({ call, level }) => {
    const width = Math.max(NARROWEST, (endOf(call) - startOf(call)) / scale);
    const offset = Math.min((startOf(call) - first) / scale, 1 - width);
    return {
      call,
      level,
      offset: Math.max(0, offset),
      width: Math.min(1, width),
      isRunning: call.durationMs === undefined,
    };
  });
  return { rows, totalMs: calls.length === 0 ? 0 : totalMs };
}

/** A call of a program, in milliseconds after its start. */
export interface ProgramCall {
  readonly id: string;
  readonly at: number;
  readonly duration: number;
  readonly error?: string | undefined;
}

/** The calls of a program, in the order in which they began. */
export function programTimeline(calls: readonly ProgramCall[], runMs: number): TimelineChart {
  const totalMs = Math.max(runMs, ...calls.map(({ at, duration }) => at + duration));
  const scale = totalMs > 0 ? totalMs : 1;
  const rows = [...calls]
    .sort((one, other) => one.at - other.at)
    .map(({ id, at, duration, error }, index): TimelineRow => {
      const width = Math.max(NARROWEST, duration / scale);
      return {
        call: {
          requestId: String(index),
          operationId: id,
          startedAt: "",
          durationMs: duration,
          ...(error === undefined ? {} : { error: { code: error, message: error } }),
        },
        level: 1,
        offset: Math.min(at / scale, 1 - width),
        width,
        isRunning: false,
      };
    });
  return { rows, totalMs };
}

interface NestedCall {
  readonly call: TimelineCall;
  readonly level: number;
}

/** Each call comes before the calls it made. Only a broken server sends circles; they are broken up. */
function inOrder(calls: readonly TimelineCall[], startOf: (call: TimelineCall) => number): NestedCall[] {
  const ids = new Set(calls.map(({ requestId }) => requestId));
  const inside = new Map<string | undefined, TimelineCall[]>();
  for (const call of calls) {
    const parent =
      call.parentRequestId !== undefined && ids.has(call.parentRequestId) ? call.parentRequestId : undefined;
    inside.set(parent, [...(inside.get(parent) ?? []), call]);
  }
  const placed: NestedCall[] = [];
  const seen = new Set<TimelineCall>();
  const place = (parent: string | undefined, level: number): void => {
    const children = [...(inside.get(parent) ?? [])].sort((one, other) => startOf(one) - startOf(other));
    for (const call of children) {
      if (seen.has(call)) continue;
      seen.add(call);
      placed.push({ call, level });
      place(call.requestId, level + 1);
    }
  };
  place(undefined, 1);
  for (const call of calls) if (!seen.has(call)) placed.push({ call, level: 1 });
  return placed;
}

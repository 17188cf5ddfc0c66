import type { SeededRandom } from "../support/seeded-random.ts";
import type { CallKind, CallPlan } from "./call-report.ts";

const kinds: readonly CallKind[] = ["QUERY", "QUERY", "MUTATION", "MUTATION", "SUBSCRIPTION"];

/** The longest time that a handler takes. */
export const longestHandlerMs = 1_000;

/** A mix of calls: most are short, some are long enough for any fault, a few are aborted or short of time. */
export function planCall(key: string, random: SeededRandom): CallPlan {
  const kind = random.pick(kinds);
  const handlerMs = random.chance(0.1) ? random.between(200, longestHandlerMs) : random.between(0, 20);
  return {
    key,
    kind,
    handlerMs,
    items: kind === "SUBSCRIPTION" ? random.between(0, 200) : 0,
    ...(kind === "SUBSCRIPTION" && { hasIds: random.chance(0.5) }),
    ...(random.chance(0.03) && { abortAfterMs: random.between(0, 100) }),
    ...(random.chance(0.03) && { deadlineMs: random.between(1, 100) }),
  };
}

/** One short call of each kind. */
export function planProbe(prefix: string): CallPlan[] {
  return (["QUERY", "MUTATION", "SUBSCRIPTION"] as const).map((kind) => ({
    key: `${prefix}${kind}`,
    kind,
    handlerMs: 0,
    items: kind === "SUBSCRIPTION" ? 3 : 0,
  }));
}

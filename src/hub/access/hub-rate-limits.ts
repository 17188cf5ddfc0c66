import { isCodeRun } from "../../code/code-runs.ts";
import { messageOf } from "../../errors/call-error.ts";
import type { Middleware, MiddlewareCall } from "../../operation/middleware.ts";
import { keyFunction } from "../../middleware/call-key.ts";
import { rateLimit } from "../../middleware/rate-limit.ts";
import type { RateLimitRule } from "../../middleware/rate-limit.ts";
import { MemoryRateStore } from "../../middleware/rate-store.ts";
import type { RateStore } from "../../middleware/rate-store.ts";
import { matchesAny, matchesOperation } from "../../shared/name-pattern.ts";
import { redisRateStore } from "../../transports/redis/redis-rate-store.ts";
import type { RateLimitConfig, RateLimitsConfig } from "../config/hub-config.ts";
import type { LoadedConfig } from "../config/loaded-config.ts";
import type { Log } from "../observe/create-log.ts";

const WINDOWS = {
  second: 1000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 7 * 86_400_000,
  month: 30 * 86_400_000,
} as const;

/** Milliseconds between two lines of the log about a store that fails. */
const LOG_EVERY = 10_000;

/** The rate limits of the config; undefined if it has none. Give their `middleware` to the registry. */
export async function openRateLimits(
  { config: { rateLimits } }: LoadedConfig,
  log: Log | undefined,
): Promise<HubRateLimits | undefined> {
  if (rateLimits === undefined) return undefined;
  const { redis } = rateLimits;
  const store = redis === undefined ? new MemoryRateStore() : await redisRateStore({ url: redis });
  return new HubRateLimits(rateLimits, store, log);
}

/** The rate limits of a config, whose rules may change while the hub runs. The counts continue. */
export class HubRateLimits {
  /** How many calls each rule has refused. */
  readonly refused = new Map<string, number>();
  readonly #store: RateStore & { close?(): void };
  readonly #log: Log | undefined;
  #current: Middleware;
  #loggedAt = -Infinity;

  constructor(config: RateLimitsConfig, store: RateStore, log: Log | undefined) {
    this.#store = store;
    this.#log = log;
    this.#current = this.#fromConfig(config);
  }

  readonly middleware: Middleware = (call, next) => this.#current(call, next);

  update(config: RateLimitsConfig): void {
    this.#current = this.#fromConfig(config);
  }

  close(): void {
    this.#store.close?.();
  }

  #fromConfig({ rules = {} }: RateLimitsConfig): Middleware {
    return rateLimit({
      rules: Object.entries(rules).map(([name, rule]) => toRule(name, rule)),
      store: this.#store,
      onRefused: (name) => this.refused.set(name, (this.refused.get(name) ?? 0) + 1),
      onStoreError: (error) => this.#report(error),
    });
  }

  #report(error: unknown): void {
    const now = performance.now();
    if (now - this.#loggedAt < LOG_EVERY) return;
    this.#loggedAt = now;
    this.#log?.("warn", "rate limits are counted in memory, because their store fails", { error: messageOf(error) });
  }
}

function toRule(name: string, rule: RateLimitConfig): RateLimitRule {
  const { calls, per, operations, callers, each = [] } = rule;
  const isCounted = operations === undefined ? isFromOutside : toOperationTest(operations);
  const isCaller = callers === undefined ? undefined : matchesAny(callers);
  const keys = [each].flat().map(keyFunction);
  const [onlyKey] = keys.length === 1 ? keys : [];
  return {
    name,
    calls,
    windowMs: typeof per === "number" ? per : WINDOWS[per],
    keyBy(call) {
      if (!isCounted(call) || (isCaller !== undefined && !isCaller(call.context.identity?.id ?? ""))) return undefined;
      return onlyKey === undefined ? keys.map((keyOf) => keyOf(call)).join("\n") : onlyKey(call);
    },
  };
}

/**
 * The calls that a handler makes do not count against its caller, unless the rule names their operations. The calls of
 * a program do count: the caller wrote it.
 */
function isFromOutside({ parent }: MiddlewareCall): boolean {
  return parent === undefined || isCodeRun(parent);
}

function toOperationTest(patterns: readonly string[]): (call: MiddlewareCall) => boolean {
  const matches = matchesOperation(patterns);
  return ({ spec }) => matches(spec);
}

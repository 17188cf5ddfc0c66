/** `@alkdev/operations/middleware`: middlewares to give to `registry.use()`. */
export { approval } from "../middleware/approval.ts";
export type { ApprovalAnswer, ApprovalOptions, ApprovalRequest } from "../middleware/approval.ts";
export type { KeyBy } from "../middleware/call-key.ts";
export { circuitBreaker } from "../middleware/circuit-breaker.ts";
export type { CircuitBreaker, CircuitBreakerOptions } from "../middleware/circuit-breaker.ts";
export type { CircuitSnapshot, CircuitState, CircuitStateChange } from "../middleware/circuit.ts";
export { concurrencyLimit } from "../middleware/concurrency-limit.ts";
export type { ConcurrencyLimit, ConcurrencyLimitOptions } from "../middleware/concurrency-limit.ts";
export { rateLimit } from "../middleware/rate-limit.ts";
export type { RateLimitedDetails, RateLimitOptions, RateLimitRule } from "../middleware/rate-limit.ts";
export type { RateStore, RateWindow } from "../middleware/rate-store.ts";
export { retry } from "../middleware/retry.ts";
export type { RetryEvent, RetryOptions } from "../middleware/retry.ts";

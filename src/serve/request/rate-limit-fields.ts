import type { RateLimitState } from "../../envelope/response-envelope.ts";
import { retryAfterOf } from "../../errors/retry-after.ts";
import { isFieldString } from "../../shared/field-string.ts";
import type { HeaderPairs } from "./incoming.ts";

/** The fields `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-10). */
export function rateLimitFields(states: unknown): string[] {
  // A result may come from another process, and its meta with it.
  const known = Array.isArray(states) ? states.filter(isState) : [];
  if (known.length === 0) return [];
  const policies = known.map(({ name, limit, windowMs }) => `"${name}";q=${limit};w=${toSeconds(windowMs)}`);
  const limits = known.map(({ name, remaining, endsInMs }) => `"${name}";r=${remaining};t=${toSeconds(endsInMs)}`);
  return ["ratelimit-policy", policies.join(", "), "ratelimit", limits.join(", ")];
}

/** The fields of an answer to a call that a limit refused. */
export function refusedLimitFields(details: unknown): HeaderPairs {
  const wait = Math.max(1, toSeconds(retryAfterOf(details) ?? 0));
  return ["retry-after", String(wait), ...rateLimitFields([details])];
}

/** When to come back, where an error says so. */
export function retryAfterFields(details: unknown): HeaderPairs {
  const wait = retryAfterOf(details);
  return wait === undefined ? [] : ["retry-after", String(toSeconds(wait))];
}

function toSeconds(milliseconds: number): number {
  return Math.ceil(milliseconds / 1000);
}

function isState(value: unknown): value is RateLimitState {
  if (typeof value !== "object" || value === null) return false;
  const { name, limit, windowMs, remaining, endsInMs } = value as Record<string, unknown>;
  return isFieldString(name) && [limit, windowMs, remaining, endsInMs].every(isCount);
}

/** As much as a structured field can hold. */
function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) < 1e15;
}

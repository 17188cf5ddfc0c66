import type { RateLimitState } from "../../envelope/response-envelope.ts";
import { retryAfterOf } from "../../errors/retry-after.ts";
import { isFieldString } from "../../shared/field-string.ts";
import type { HeaderPairs } from "./incoming.ts";

/** The fields `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-10). */
export function rateLimitFields(states: unknown): string[] {
  let policies = "";
  let limits = "";
  // A result may come from another process, and its meta with it.
  for (const state of Array.isArray(states) ? (states as unknown[]) : []) {
    if (!isState(state)) continue;
    const { name, limit, windowMs, remaining, endsInMs } = state;
    const comma = policies === "" ? "" : ", ";
    policies += `${comma}"${name}";q=${limit};w=${toSeconds(windowMs)}`;
    limits += `${comma}"${name}";r=${remaining};t=${toSeconds(endsInMs)}`;
  }
  return policies === "" ? [] : ["ratelimit-policy", policies, "ratelimit", limits];
}

/** The fields of an answer to a call that a limit refused. */
export function refusedLimitFields(details: unknown): HeaderPairs {
  const wait = Math.max(1, toSeconds(retryAfterOf(details) ?? 0));
  return ["retry-after", String(wait), ...rateLimitFields([details])];
}

/** When to come back, if the error says so. */
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
  return isFieldString(name) && isCount(limit) && isCount(windowMs) && isCount(remaining) && isCount(endsInMs);
}

/** As much as a structured field can hold. */
function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) < 1e15;
}

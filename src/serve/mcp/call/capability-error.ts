import type { CallError } from "../../../errors/call-error.ts";
import { isRecord } from "../../../shared/json/is-record.ts";
import type { ServerSDK } from "../options/load-sdk.ts";

/**
 * Refuses a call whose operation says (`metadata.mcp.requiredClientCapabilities`) that it needs what the client did not
 * declare. Revision 2026-07-28 demands it, and only there does a request say what its client can do.
 */
export function assertCapabilities(sdk: ServerSDK, required: unknown, capabilities: unknown): void {
  const declared = capabilities ?? {};
  const missing = Object.entries(required ?? {}).filter(([capability]) => !Object.hasOwn(declared, capability));
  if (missing.length === 0) return;
  throw new sdk.MissingRequiredClientCapabilityError({ requiredCapabilities: Object.fromEntries(missing) });
}

/** The same refusal by a server behind this one, which was told what the client declares. Undefined for other errors. */
export function toCapabilityError(sdk: ServerSDK, { details }: CallError): Error | undefined {
  if (!isRecord(details) || details["code"] !== sdk.ProtocolErrorCode.MissingRequiredClientCapability) return undefined;
  const required = isRecord(details["data"]) ? details["data"]["requiredCapabilities"] : undefined;
  return isRecord(required)
    ? new sdk.MissingRequiredClientCapabilityError({ requiredCapabilities: required })
    : undefined;
}

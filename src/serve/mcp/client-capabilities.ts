import type { ServerContext } from "@modelcontextprotocol/server";
import type { OperationSpec } from "../../operation/operation-spec.ts";
import type { ServerSDK } from "./load-sdk.ts";

/**
 * Refuses a call whose operation says (`metadata.mcp.requiredClientCapabilities`) that it needs what the client did not
 * declare. Revision 2026-07-28 demands it, and only there does a request say what its client can do.
 */
export function assertClientCapabilities(sdk: ServerSDK, spec: OperationSpec, { mcpReq }: ServerContext): void {
  const required = membersOf(membersOf(spec.metadata?.["mcp"])["requiredClientCapabilities"]);
  const declared = membersOf(membersOf(mcpReq.envelope)[sdk.CLIENT_CAPABILITIES_META_KEY]);
  const missing = Object.entries(required).filter(([capability]) => !Object.hasOwn(declared, capability));
  if (missing.length === 0) return;
  throw new sdk.MissingRequiredClientCapabilityError({ requiredCapabilities: Object.fromEntries(missing) });
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

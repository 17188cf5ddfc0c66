import type { ServerContext } from "@modelcontextprotocol/server";
import type { ElicitationRequest } from "../../../operation/elicitation.ts";
import type { OperationSpec } from "../../../operation/operation-spec.ts";
import type { ServerSDK } from "../options/load-sdk.ts";

/**
 * Refuses a call whose operation says (`metadata.mcp.requiredClientCapabilities`) that it needs what the client did not
 * declare. Revision 2026-07-28 demands it, and only there does a request say what its client can do.
 */
export function assertClientCapabilities(sdk: ServerSDK, spec: OperationSpec, { mcpReq }: ServerContext): void {
  const required = membersOf(membersOf(spec.metadata?.["mcp"])["requiredClientCapabilities"]);
  const declared = membersOf(capabilitiesOfRequest(sdk, { mcpReq }));
  const missing = Object.entries(required).filter(([capability]) => !Object.hasOwn(declared, capability));
  if (missing.length === 0) return;
  throw new sdk.MissingRequiredClientCapabilityError({ requiredCapabilities: Object.fromEntries(missing) });
}

/** What the client of a request declares with it: from revision 2026-07-28 on. */
export function capabilitiesOfRequest(sdk: ServerSDK, { mcpReq }: Pick<ServerContext, "mcpReq">): unknown {
  return membersOf(mcpReq.envelope)[sdk.CLIENT_CAPABILITIES_META_KEY];
}

/** The ways in which a client may be asked something. */
export type QuestionModes = ReadonlySet<ElicitationRequest["mode"]>;

const MODES: ReadonlyArray<ElicitationRequest["mode"]> = ["form", "url"];

/** Undefined where the client takes no questions. */
export function questionModesOf(capabilities: unknown): QuestionModes | undefined {
  const { elicitation } = membersOf(capabilities);
  if (typeof elicitation !== "object" || elicitation === null) return undefined;
  const declared = MODES.filter((mode) => Object.hasOwn(elicitation, mode));
  // Until there were modes, every question was a form.
  return new Set(declared.length === 0 ? ["form"] : declared);
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

/** The scopes of the hub itself. A key with `*` holds them all. */

/** In a hub, an operation without required scopes requires this one: nothing is open by accident. */
export const CALL_SCOPE = "operations:call";

/** Shows every source at `/~/sources`, with its report. Others see only sources with operations that they may call. */
export { ADMIN_SCOPE } from "../../serve/identity/admin-scope.ts";

/** Opens `/metrics`, which names every operation and every source. */
export const METRICS_SCOPE = "operations:metrics";

/** Answers for calls that wait for an approval, at `/~/approvals`. */
export const APPROVE_SCOPE = "operations:approve";

/** Records what sources send to their servers for a call, and reads it at `/~/calls/{id}/exchanges`. */
export const WIRE_SCOPE = "operations:wire";

/** A spoke with this scope may offer operations of any namespace. */
export const OFFER_ANYTHING = "offer:*";

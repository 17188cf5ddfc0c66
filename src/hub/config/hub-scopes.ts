/** The scopes that a hub itself asks for. A key with `*` holds them all. */

/** What an operation that asks for nothing asks for in a hub: nothing is open to everybody by accident. */
export const CALL_SCOPE = "operations:call";

/** Every source at `/~/sources`, with its report: else only those of which one may call something. */
export const ADMIN_SCOPE = "operations:admin";

/** `/metrics`, which names every operation and every source. */
export const METRICS_SCOPE = "operations:metrics";

/** Of a spoke that may offer operations of any namespace. */
export const OFFER_ANYTHING = "offer:*";

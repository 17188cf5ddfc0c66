/** Numbers of the call protocol that both sides know. They live apart from the schemas of its events. */

/** The only version so far. Peers of different versions refuse each other in `peer.hello`. */
export const PROTOCOL_VERSION = 1;

/** Characters of the longest id of a call, a question or a peer. */
export const LONGEST_ID = 128;

/** Characters of the longest id of an operation. */
export const LONGEST_OPERATION_ID = 512;

/** Characters of the longest token of a call. */
export const LONGEST_TOKEN = 16_384;

/**
 * Credit for this many items of a stream leaves before the tick ends. A caller that has fallen behind takes a whole
 * window in one tick. Without early credit the other side would be idle meanwhile, and the two would take turns.
 */
export const CREDIT_AT_ONCE = 64;

/** Counts what was refused or dropped, so that operators can see it. Everything else goes on. */
export type ProtocolCounters = ReturnType<typeof newCounters>;

export function newCounters() {
  return {
    /** Texts that are no frame, or longer than `maxFrameBytes`. */
    malformedFrames: 0,
    /** Events that are unknown or malformed. */
    malformedEvents: 0,
    /**
     * Answers to calls that were not made over this link, or had ended; reports and questions that the caller did not ask
     * for; answers to questions that were not asked, or had been settled.
     */
    strayAnswers: 0,
    /** Calls that claimed an identity, or came with a token that is not valid. */
    refusedIdentities: 0,
    /** Calls, and questions of running calls, that were refused because of a limit. */
    refusedCalls: 0,
    /** Offered operations that were refused. */
    refusedOffers: 0,
    /** Connections that were refused in their handshake. */
    refusedHandshakes: 0,
    /** On a bus: messages that another process sent under this peer's id. */
    conflictingPeerIds: 0,
  };
}

/** What was refused or dropped, so that it can be seen. Counting is all that happens: the rest goes on. */
export interface ProtocolCounters {
  /** Texts that are no frame, or longer than `maxFrameBytes`. */
  malformedFrames: number;
  /** Events that are unknown or malformed. */
  malformedEvents: number;
  /**
   * Answers to calls that were not made over this link, or that had ended; reports and questions that the caller did not
   * want; answers to questions that were not asked, or not any more.
   */
  strayAnswers: number;
  /** Calls that claimed an identity, or came with a token that does not hold. */
  refusedIdentities: number;
  /** Calls, and questions in the middle of one, that were refused because of a limit. */
  refusedCalls: number;
  /** Offered operations that were refused. */
  refusedOffers: number;
  /** Connections that were refused in their handshake. */
  refusedHandshakes: number;
  /** On a bus: messages under this peer's id that another process sent. */
  conflictingPeerIds: number;
}

export function newCounters(): ProtocolCounters {
  return {
    malformedFrames: 0,
    malformedEvents: 0,
    strayAnswers: 0,
    refusedIdentities: 0,
    refusedCalls: 0,
    refusedOffers: 0,
    refusedHandshakes: 0,
    conflictingPeerIds: 0,
  };
}

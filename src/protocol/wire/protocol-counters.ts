/** Counts what was refused or dropped, so that operators can see it. Everything else continues. */
export interface ProtocolCounters {
  /** Texts that are not frames, or are longer than `maxFrameBytes`. */
  malformedFrames: number;
  /** Events that are unknown or malformed. */
  malformedEvents: number;
  /**
   * Answers to calls that were not made over this link, or had ended; reports and questions that the caller did not ask
   * for; answers to questions that were not asked, or had been settled.
   */
  strayAnswers: number;
  /** Calls that claimed an identity, or came with a token that is not valid. */
  refusedIdentities: number;
  /** Calls, and questions of running calls, that were refused because of a limit. */
  refusedCalls: number;
  /** Offered operations that were refused. */
  refusedOffers: number;
  /** Connections that were refused in their handshake. */
  refusedHandshakes: number;
  /** On a bus: messages that another process sent under this peer's id. */
  conflictingPeerIds: number;
  /** On a bus with a secret: texts without a valid seal. */
  unsealedTexts: number;
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
    unsealedTexts: 0,
  };
}

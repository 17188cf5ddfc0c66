const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const EMPTY_LINE = "\n\n";

/**
 * Finds out, piece by piece, whether a stream of events begins with one event that arrives on its own. Such a stream
 * needs no decoder: most servers send a single event, and end the stream.
 */
export class OnlyEvent {
  #endsInLineFeed = false;

  /** Reads the next piece. True if it completes the first event, false if more follows or a line ends in a CR; otherwise undefined. */
  read(piece: Uint8Array): boolean | undefined {
    if (piece.includes(CARRIAGE_RETURN)) return false;
    const end = this.#emptyLine(piece);
    if (piece.length > 0) this.#endsInLineFeed = piece.at(-1) === LINE_FEED;
    return end === -1 ? undefined : end === piece.length;
  }

  /** Where the first empty line ends; -1 if there is none. */
  #emptyLine(piece: Uint8Array): number {
    if (this.#endsInLineFeed && piece[0] === LINE_FEED) return 1;
    for (let at = piece.indexOf(LINE_FEED); at !== -1; at = piece.indexOf(LINE_FEED, at + 1)) {
      if (piece[at + 1] === LINE_FEED) return at + 2;
    }
    return -1;
  }
}

/** The data of a complete event of the type `message`. Undefined if it has an id, a comment or any other field. */
export function plainEventData(event: string): string | undefined {
  const data: string[] = [];
  for (const line of event.slice(0, -EMPTY_LINE.length).split("\n")) {
    if (line.startsWith("data: ")) data.push(line.slice("data: ".length));
    else if (line !== "event: message") return undefined;
  }
  return data.length === 0 ? undefined : data.join("\n");
}

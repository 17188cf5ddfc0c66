import { beyondLimit } from "./read-response.ts";
import { StreamCut } from "./stream-decoder.ts";
import type { StreamDecoder, DecodedItem } from "./stream-decoder.ts";

/** Decodes JSON Lines, however the text is split. Empty lines and the marks of `application/json-seq` are skipped. */
export function createLineDecoder(options: { readonly limit: number }): StreamDecoder {
  const { limit } = options;
  /** Pieces of the unfinished line. They are joined once, so that the cost of a long line is linear. */
  let pieces: string[] = [];
  let size = 0;

  const keep = (piece: string): void => {
    size += piece.length;
    if (size > limit) throw beyondLimit(limit, "a line");
    if (piece !== "") pieces.push(piece);
  };
  const take = (): DecodedItem | undefined => {
    const joined = pieces.join("");
    const line = (joined.startsWith("\u001E") ? joined.slice(1) : joined).trim();
    pieces = [];
    size = 0;
    return line === "" ? undefined : { data: line };
  };

  return {
    push(text) {
      const items: DecodedItem[] = [];
      let start = 0;
      for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", start)) {
        keep(text.slice(start, end));
        const item = take();
        if (item !== undefined) items.push(item);
        start = end + 1;
      }
      keep(text.slice(start));
      return items;
    },
    end() {
      const last = take();
      if (last === undefined) return [];
      try {
        JSON.parse(last.data);
      } catch (cause) {
        throw new StreamCut("it ended in the middle of a line", { cause });
      }
      return [last];
    },
  };
}

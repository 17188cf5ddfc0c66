import { formatSize } from "../data/format.ts";
import { toBase64 } from "../../../src/shared/json/encode-data.ts";

/** A larger file would block the browser during encoding, and most servers would reject it. */
export const LARGEST_FILE = 20_000_000;

/** The content of a file as base64, or the reason why the page cannot send it. */
export async function readFile(file: File): Promise<{ readonly base64: string } | { readonly problem: string }> {
  if (file.size > LARGEST_FILE) {
    const limit = formatSize(LARGEST_FILE);
    return { problem: `${file.name} is too large: ${formatSize(file.size)}. This page can send up to ${limit}.` };
  }
  try {
    return { base64: toBase64(new Uint8Array(await file.arrayBuffer())) };
  } catch {
    return { problem: `${file.name} cannot be read. It may have been moved or changed.` };
  }
}

import { formatSize } from "../data/format.ts";
import { toBase64 } from "../json/bytes.ts";

/** More would stop the browser while it is written as text, and most servers would refuse it. */
export const LARGEST_FILE = 20_000_000;

/** What a file holds, as base64, or why it can't be sent. */
export async function readFile(file: File): Promise<{ readonly base64: string } | { readonly problem: string }> {
  if (file.size > LARGEST_FILE) {
    const sizes = `has ${formatSize(file.size)}: more than ${formatSize(LARGEST_FILE)} can't be sent from here.`;
    return { problem: `${file.name} ${sizes}` };
  }
  try {
    return { base64: toBase64(new Uint8Array(await file.arrayBuffer())) };
  } catch {
    return { problem: `${file.name} can't be read: it may have been moved or changed since.` };
  }
}

import { ConfigError, REPEATED_NAME, isTooDeep, nestedTooDeep } from "./config-error.ts";
import type { ConfigText } from "./config-text.ts";
import { offsetOf, positionAt, readJSONParts } from "./json-positions.ts";

export async function readJSON(text: string, file: string): Promise<ConfigText> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (thrown) {
    const { syntaxError } = await import("./json-syntax-error.ts");
    throw syntaxError(text, file, thrown);
  }
  const { root, depth, repeated } = readJSONParts(text);
  if (isTooDeep(depth)) throw nestedTooDeep(file);
  if (repeated.length > 0) {
    throw new ConfigError(
      repeated.map((offset) => ({ file, ...positionAt(text, offset), path: "", message: REPEATED_NAME })),
    );
  }
  return { value, locate: (path, part) => positionAt(text, offsetOf(root, path, part)) };
}

import type { FormNode } from "./form-node.ts";

/** Values of up to this many characters are short. */
const SHORT = 200;
/** A value that is too long for one line. */
const LONGEST_LINE = 80;
/** Members whose texts are usually long. */
const LONG_TEXTS =
  /(body|text|message|content|description|comment|note|notes|prompt|instructions|sql|code|script|source|markdown|html|template|summary)$/i;

/** Whether a text is edited on one line. A value with several lines never is: it would lose its line breaks. */
export function isSingleLine({
  label,
  value,
  shape: { schema },
}: Pick<FormNode, "label" | "value" | "shape">): boolean {
  if (typeof value === "string" && value.includes("\n")) return false;
  const { format, pattern, maxLength, contentMediaType } = schema;
  if (typeof format === "string" || pattern !== undefined) return true;
  if (contentMediaType !== undefined || (typeof value === "string" && value.length > LONGEST_LINE)) return false;
  return typeof maxLength === "number" ? maxLength <= SHORT : !LONG_TEXTS.test(label);
}

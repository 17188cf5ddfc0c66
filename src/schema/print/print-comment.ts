/** JSDoc of a schema or an operation, as lines without indentation. */

/** The tags that may follow a description. */
export interface CommentTags {
  readonly deprecated?: boolean | string | undefined;
  readonly default?: unknown;
}

const LONGEST_DEFAULT = 200;

/** `[]` if there is nothing to say. Texts come from outside: none of them can end the comment. */
export function commentLines(description: string | undefined, tags: CommentTags = {}): string[] {
  const lines = [...textLines(description ?? ""), ...tagLines(tags)];
  if (lines.length === 0) return [];
  if (lines.length === 1) return [`/** ${lines[0]} */`];
  return ["/**", ...lines.map((line) => (line === "" ? " *" : ` * ${line}`)), " */"];
}

function tagLines({ deprecated, default: preset }: CommentTags): string[] {
  const reason = typeof deprecated === "string" ? textLines(deprecated).join(" ") : "";
  const shown = preset === undefined ? undefined : textLines(JSON.stringify(preset)).join(" ");
  return [
    ...(deprecated === true || typeof deprecated === "string" ? [`@deprecated ${reason}`.trimEnd()] : []),
    ...(shown === undefined || shown.length > LONGEST_DEFAULT ? [] : [`@default ${shown}`]),
  ];
}

function textLines(text: string): string[] {
  const lines = text
    .trim()
    .replaceAll("*/", String.raw`*\/`)
    .split(LINE_ENDS)
    .map((line) => line.replaceAll(CONTROLS, " ").trimEnd());
  return lines.length === 1 && lines[0] === "" ? [] : lines;
}

const LINE_ENDS = /\r\n|[\n\r\u2028\u2029]/;

// oxlint-disable-next-line no-control-regex -- matches what would confuse an editor or a terminal
const CONTROLS = /[\u0000-\u001F\u007F\u0080-\u009F\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

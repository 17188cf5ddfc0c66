import type { Progress } from "../../entries/index.ts";
import type { PlainEnvelope } from "../backend/backend.ts";
import { encodedTexts } from "../../shared/json/encoded-texts.ts";
import { safeText } from "../terminal/safe-text.ts";
import type { Style } from "../terminal/style.ts";
import type { Terminal } from "../terminal/terminal.ts";

export interface OutputForm {
  /** `--json`: one line, for programs. */
  readonly isJSON: boolean;
  /** `--envelope`: with `meta`. */
  readonly isEnvelope: boolean;
}

/** The result of a call for standard output. Empty without data. `schema` describes the data. */
export function formatResult(
  envelope: PlainEnvelope,
  form: OutputForm & { readonly schema?: unknown },
  terminal: Terminal,
): string | Uint8Array {
  const { data } = envelope;
  if (form.isEnvelope) return form.isJSON ? `${JSON.stringify(envelope)}\n` : forReading(envelope, terminal);
  if (data === undefined) return "";
  if (form.isJSON) return `${JSON.stringify(data)}\n`;
  const bytes = bytesOf(data, form.schema);
  if (bytes !== undefined) {
    const note = `${bytes.length} bytes. --output <file> saves them; a pipe gets them as they are.`;
    return terminal.isInteractive ? `${terminal.style.dim(note)}\n` : bytes;
  }
  const text = textOf(envelope);
  if (text === undefined) return forReading(data, terminal);
  const shown = terminal.isInteractive ? safeText(text) : text;
  return shown.endsWith("\n") ? shown : `${shown}\n`;
}

/** One item of a stream, as one line. */
export function formatItem(envelope: PlainEnvelope, form: OutputForm, terminal: Terminal): string {
  const value = form.isEnvelope ? envelope : (envelope.data ?? null);
  const text = JSON.stringify(value);
  return `${terminal.isInteractive ? paintJSON(escapeControls(text), terminal.style) : text}\n`;
}

/** The bytes, if the data is nothing but bytes, or a text in base64 whose schema says what it is. */
export function bytesOf(data: unknown, schema: unknown): Uint8Array | undefined {
  if (typeof data === "string") {
    const [encoded] = encodedTexts(schema, data);
    return encoded && Buffer.from(encoded.text, "base64");
  }
  if (typeof data !== "object" || data === null || Object.keys(data).length !== 1) return undefined;
  const { $bytes } = data as { $bytes?: unknown };
  return typeof $bytes === "string" ? Buffer.from($bytes, "base64") : undefined;
}

/** Data that is text, and the text blocks of an MCP tool. */
function textOf({ data, meta }: PlainEnvelope): string | undefined {
  if (typeof data === "string") return data;
  if (meta["source"] !== "mcp" || !Array.isArray(data) || data.length === 0) return undefined;
  const texts = data.map((block: unknown) => {
    const { type, text } = (block ?? {}) as { type?: unknown; text?: unknown };
    return type === "text" && typeof text === "string" ? text : undefined;
  });
  return texts.every((text) => text !== undefined) ? texts.join("\n") : undefined;
}

function forReading(value: unknown, { isInteractive, style }: Terminal): string {
  const text = JSON.stringify(value, undefined, 2);
  return `${paintJSON(isInteractive ? escapeControls(text) : text, style)}\n`;
}

/** JSON leaves some control characters unescaped, and a terminal would obey them. */
function escapeControls(json: string): string {
  return json
    .split("\n")
    .map((line) => safeText(line))
    .join("\n");
}

const TOKEN = /("(?:\\.|[^"\\])*")(\s*:)?|\b(?:true|false|null)\b|-?\b\d[\d.eE+-]*/g;

/** Longer text stays uncoloured: a regular expression fails on a string of some megabytes. */
const MOST_PAINTED = 1_000_000;

export function paintJSON(json: string, style: Style): string {
  if (json.length > MOST_PAINTED) return json;
  return json.replaceAll(TOKEN, (token: string, text: string | undefined, colon: string | undefined) => {
    if (text === undefined) return /^[tfn]/.test(token) ? style.magenta(token) : style.yellow(token);
    return colon === undefined ? style.green(text) : style.cyan(text) + colon;
  });
}

/** How far a call is, in a few words: `25 % reading`. */
export function progressText({ progress, total, message = "" }: Progress): string {
  const isShare = total !== undefined && total > 0;
  const share = isShare ? `${Math.floor(100 * Math.min(1, Math.max(0, progress / total)))} %` : String(progress);
  return `${share} ${message}`.trimEnd();
}

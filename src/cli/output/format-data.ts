import type { PlainEnvelope } from "../backend/backend.ts";
import { safeText } from "../terminal/safe-text.ts";
import type { Style } from "../terminal/style.ts";
import type { Terminal } from "../terminal/terminal.ts";

export interface OutputForm {
  /** `--json`: for programs, on one line. */
  readonly isJSON: boolean;
  /** `--envelope`: with `meta`. */
  readonly isEnvelope: boolean;
}

/** The result of a call, as it goes to standard output. Nothing where there is no data. */
export function formatResult(envelope: PlainEnvelope, form: OutputForm, terminal: Terminal): string | Uint8Array {
  const { data } = envelope;
  if (form.isEnvelope) return form.isJSON ? `${JSON.stringify(envelope)}\n` : forReading(envelope, terminal);
  if (data === undefined) return "";
  if (form.isJSON) return `${JSON.stringify(data)}\n`;
  const bytes = bytesOf(data);
  if (bytes !== undefined) {
    const note = `${bytes.length} bytes: --output <file> saves them, and a pipe gets them as they are.`;
    return terminal.isInteractive ? `${terminal.style.dim(note)}\n` : bytes;
  }
  const text = textOf(envelope);
  if (text === undefined) return forReading(data, terminal);
  const shown = terminal.isInteractive ? safeText(text) : text;
  return shown.endsWith("\n") ? shown : `${shown}\n`;
}

/** One item of a stream, on a line of its own. */
export function formatItem(envelope: PlainEnvelope, form: OutputForm, terminal: Terminal): string {
  const value = form.isEnvelope ? envelope : (envelope.data ?? null);
  const text = JSON.stringify(value);
  return `${terminal.isInteractive ? paintJSON(escapeControls(text), terminal.style) : text}\n`;
}

/** The bytes, where data is nothing else. */
export function bytesOf(data: unknown): Uint8Array | undefined {
  if (typeof data !== "object" || data === null || Object.keys(data).length !== 1) return undefined;
  const { $bytes } = data as { $bytes?: unknown };
  return typeof $bytes === "string" ? Buffer.from($bytes, "base64") : undefined;
}

/** Data that is text, and what an MCP tool says in blocks of text. */
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

/** JSON leaves some control characters as they are; a terminal would obey them. */
function escapeControls(json: string): string {
  return json
    .split("\n")
    .map((line) => safeText(line))
    .join("\n");
}

const TOKEN = /("(?:\\.|[^"\\])*")(\s*:)?|\b(?:true|false|null)\b|-?\b\d[\d.eE+-]*/g;

/** Nobody reads more in colours, and a string of some megabytes is more than a regular expression can match. */
const MOST_PAINTED = 1_000_000;

export function paintJSON(json: string, style: Style): string {
  if (json.length > MOST_PAINTED) return json;
  return json.replaceAll(TOKEN, (token: string, text: string | undefined, colon: string | undefined) => {
    if (text === undefined) return /^[tfn]/.test(token) ? style.magenta(token) : style.yellow(token);
    return colon === undefined ? style.green(text) : style.cyan(text) + colon;
  });
}

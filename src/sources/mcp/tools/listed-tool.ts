import { isRecord } from "../../../shared/json/is-record.ts";
import type { MCPProblem } from "./mcp-operation.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A tool as a server lists it, with its fields checked. */
export interface ListedTool {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description: string;
  /** The schemas as the server sent them, unchecked. */
  readonly inputSchema: unknown;
  readonly outputSchema: unknown;
  readonly annotations: Fields | undefined;
  /** The other fields that we keep: annotations, icons, `_meta`, `execution`. */
  readonly kept: Fields;
  /** The whole entry as JSON, to tell whether it has changed. */
  readonly text: string;
}

interface UnreadableTool {
  readonly name: string;
  readonly unreadable: true;
}

const KEPT_FIELDS = ["annotations", "icons", "execution", "_meta"] as const;

/** Reads the entries of a tool list. An entry that is not a tool, or that is repeated, becomes a problem. */
export function readTools(entries: readonly unknown[]): { tools: ListedTool[]; problems: MCPProblem[] } {
  const tools = new Map<string, ListedTool>();
  const problems: MCPProblem[] = [];
  for (const entry of entries) {
    const tool = readTool(entry);
    if (tool === undefined) problems.push({ message: `An entry of the tool list is not a tool: ${shorten(entry)}` });
    else if ("unreadable" in tool) problems.push({ tool: tool.name, message: "The tool cannot be read" });
    else if (tools.has(tool.name)) problems.push({ tool: tool.name, message: "The tool is listed twice" });
    else tools.set(tool.name, tool);
  }
  return { tools: [...tools.values()], problems };
}

function readTool(entry: unknown): ListedTool | UnreadableTool | undefined {
  if (!isRecord(entry)) return undefined;
  const { name, description, inputSchema, outputSchema } = entry;
  if (typeof name !== "string" || name === "") return undefined;
  const annotations = isRecord(entry["annotations"]) ? entry["annotations"] : undefined;
  const kept = KEPT_FIELDS.filter((field) => entry[field] !== undefined);
  const text = jsonOf(entry);
  if (text === undefined) return { name, unreadable: true };
  return {
    name,
    title: textOf(entry["title"]),
    description: textOf(description) ?? "",
    inputSchema: inputSchema ?? { type: "object" },
    outputSchema: outputSchema ?? undefined,
    annotations,
    kept: Object.fromEntries(kept.map((field) => [field, entry[field]])),
    text,
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function shorten(value: unknown): string {
  return (jsonOf(value) ?? "something that cannot be shown").slice(0, 100);
}

/** Undefined if the value is nested deeper than the stack allows. */
function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

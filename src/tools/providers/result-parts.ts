/** What a tool answers, in the parts that providers tell apart. */
import type { MCPContentBlock } from "../../envelope/response-envelope.ts";

export type ResultPart =
  | { readonly kind: "text"; readonly text: string }
  /** Base64. */
  | { readonly kind: "image" | "file"; readonly data: string; readonly mimeType: string; readonly name: string };

/** The outcome of a call, as MCP knows it. */
export interface ToolOutcome {
  readonly content: readonly MCPContentBlock[];
  readonly structuredContent?: unknown;
  readonly isError?: true | undefined;
}

export function resultParts({ content }: ToolOutcome): ResultPart[] {
  return content.map(partOf);
}

function partOf(block: MCPContentBlock): ResultPart {
  switch (block.type) {
    case "text":
      return { kind: "text", text: block.text };
    case "image":
      return { kind: "image", data: block.data, mimeType: block.mimeType, name: "image" };
    case "audio":
      return { kind: "file", data: block.data, mimeType: block.mimeType, name: "audio" };
    case "resource_link":
      return { kind: "text", text: `${block.name}: ${block.uri}` };
    case "resource": {
      const { uri, mimeType = "application/octet-stream", text, blob } = block.resource;
      if (blob === undefined) return { kind: "text", text: text ?? uri };
      return { kind: mimeType.startsWith("image/") ? "image" : "file", data: blob, mimeType, name: uri };
    }
    default:
      // Another server may send blocks that we do not know.
      return { kind: "text", text: JSON.stringify(block) };
  }
}

/** Replaces a part that the provider does not accept in a tool's result. */
export function unshown(part: ResultPart): string {
  if (part.kind === "text") return part.text;
  return `[${part.name}: ${part.mimeType}, ${Math.floor((part.data.length * 3) / 4)} bytes, which can't be shown here]`;
}

/** All parts as one text. */
export function resultText(outcome: ToolOutcome): string {
  return resultParts(outcome).map(unshown).join("\n");
}

/** Where a cell may differ from the others, and why. No other difference is allowed. */
import { expect } from "vitest";
import type { CaseName } from "./cases.ts";
import type { InterfaceName } from "./interfaces.ts";
import type { Outcome } from "./outcome.ts";
import type { SourceName } from "./stage.ts";

export interface Difference {
  readonly when: readonly CaseName[];
  /** Absent: all. */
  readonly sources?: readonly SourceName[];
  /** Absent: all. */
  readonly interfaces?: readonly InterfaceName[];
  readonly why: string;
  readonly outcome: Outcome;
}

const failing = (code: string): Outcome => ({ error: { code } });
const saying = (text: string): Outcome => ({ data: [{ type: "text", text }], isError: true });

/** JSON-RPC's "invalid params", which MCP prescribes for an unknown tool. */
const UNKNOWN_TOOL = failing("-32602");
const NO_STREAMS: readonly CaseName[] = ["a stream", "an abort of a stream"];
const NOT_MCP: readonly InterfaceName[] = ["in process", "HTTP", "WebSocket", "CLI"];

/** More specific differences come first. */
export const DIFFERENCES: readonly Difference[] = [
  // Interfaces
  {
    when: ["an unknown operation"],
    interfaces: ["MCP"],
    why: "MCP has its own JSON-RPC error for an unknown tool.",
    outcome: UNKNOWN_TOOL,
  },
  {
    when: ["a caller without the scope", "an anonymous caller of an operation that requires a scope"],
    interfaces: ["MCP"],
    why: "In MCP, callers do not see a tool that they may not call: for them it does not exist.",
    outcome: UNKNOWN_TOOL,
  },
  {
    when: ["an anonymous caller of a public operation"],
    interfaces: ["WebSocket"],
    why: "The call protocol identifies its callers: the hub refuses a connection without a token at its handshake.",
    outcome: failing("UNAUTHENTICATED"),
  },
  // OpenAPI
  {
    when: ["a tool that says it failed"],
    sources: ["openapi"],
    interfaces: ["MCP"],
    why: "HTTP has no result that is both data and a failure, so there is no such operation.",
    outcome: UNKNOWN_TOOL,
  },
  {
    when: ["a tool that says it failed"],
    sources: ["openapi"],
    why: "HTTP has no result that is both data and a failure, so there is no such operation.",
    outcome: failing("OPERATION_NOT_FOUND"),
  },
  {
    when: ["an undeclared error"],
    sources: ["openapi"],
    why: "An API's error status is an answer from the API: callers see its status and body.",
    outcome: {
      error: { code: "EXECUTION_ERROR", details: expect.objectContaining({ status: 500, body: "internal: hunter2" }) },
    },
  },
  {
    when: ["bytes"],
    sources: ["openapi"],
    interfaces: ["MCP"],
    why: "A tool returns an API's bytes as an image, a sound or a file, as models accept them.",
    outcome: {
      data: [
        {
          type: "resource",
          resource: { uri: "urn:operations:answer", mimeType: "application/octet-stream", blob: "AAF/gP7/" },
        },
      ],
    },
  },
  // MCP
  {
    when: ["no data at all"],
    sources: ["mcp"],
    interfaces: NOT_MCP,
    why: "A tool always answers with a list of blocks, which may be empty.",
    outcome: { data: [] },
  },
  {
    when: ["bytes"],
    sources: ["mcp"],
    why: "MCP has bytes only in blocks, as base64; the blocks stay unchanged.",
    outcome: { data: [{ type: "image", data: "AAF/gP7/", mimeType: "application/octet-stream" }] },
  },
  {
    when: ["a declared error"],
    sources: ["mcp"],
    why: "Tools have no error codes: their result says that they failed.",
    outcome: saying("There is no tea."),
  },
  {
    when: ["an undeclared error"],
    sources: ["mcp"],
    why: "The MCP SDK turns anything that a tool throws into a result.",
    outcome: saying("internal: hunter2"),
  },
  { when: NO_STREAMS, sources: ["mcp"], interfaces: ["MCP"], why: "MCP has no streams.", outcome: UNKNOWN_TOOL },
  { when: NO_STREAMS, sources: ["mcp"], why: "MCP has no streams.", outcome: failing("OPERATION_NOT_FOUND") },
];

export interface CellOfCase {
  readonly when: CaseName;
  readonly source: SourceName;
  readonly door: InterfaceName;
}

export function differenceIn({ when, source, door }: CellOfCase): Difference | undefined {
  return DIFFERENCES.find(
    (difference) =>
      difference.when.includes(when) &&
      (difference.sources?.includes(source) ?? true) &&
      (difference.interfaces?.includes(door) ?? true),
  );
}

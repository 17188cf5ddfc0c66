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

/** The more specific ones come first. */
export const DIFFERENCES: readonly Difference[] = [
  // Interfaces
  {
    when: ["an unknown operation"],
    interfaces: ["MCP"],
    why: "MCP has a JSON-RPC error of its own for a tool that is not there.",
    outcome: UNKNOWN_TOOL,
  },
  {
    when: ["a caller without the scope", "an anonymous caller where a scope is asked"],
    interfaces: ["MCP"],
    why: "Who may not call a tool does not see it in MCP: to them it is not there.",
    outcome: UNKNOWN_TOOL,
  },
  {
    when: ["an anonymous caller where nothing is asked"],
    interfaces: ["WebSocket"],
    why: "The call protocol knows its callers: a connection without a token is refused at its handshake.",
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
    why: "An API's error status is an answer of the API: callers see its status and body.",
    outcome: {
      error: { code: "EXECUTION_ERROR", details: expect.objectContaining({ status: 500, body: "internal: hunter2" }) },
    },
  },
  {
    when: ["bytes"],
    sources: ["openapi"],
    interfaces: ["MCP"],
    why: "A tool answers with the bytes of an API as an image, a sound or a file, as models take them.",
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
    why: "A tool always answers with a list of blocks, if an empty one.",
    outcome: { data: [] },
  },
  {
    when: ["bytes"],
    sources: ["mcp"],
    why: "MCP has bytes only in blocks, as base64; the blocks stay what they are.",
    outcome: { data: [{ type: "image", data: "AAF/gP7/", mimeType: "application/octet-stream" }] },
  },
  {
    when: ["a declared error"],
    sources: ["mcp"],
    why: "Tools have no codes: they fail by a result that says so.",
    outcome: saying("There is no tea."),
  },
  {
    when: ["an undeclared error"],
    sources: ["mcp"],
    why: "The MCP SDK makes a result of whatever a tool throws.",
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

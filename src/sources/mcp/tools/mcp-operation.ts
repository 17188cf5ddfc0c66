import type { IOperationDefinition, SourceHandler, SourceStreamHandler } from "../../../operation/define-operation.ts";

/** An operation made from an MCP server: a spec with its handler. */
export interface MCPOperation<
  THandler extends SourceHandler | SourceStreamHandler = SourceHandler | SourceStreamHandler,
> extends IOperationDefinition {
  readonly handler: THandler;
}

/** An operation made from a tool. */
export type MCPTool = MCPOperation<SourceHandler>;

/** A server's description of itself. */
export interface MCPServerInfo {
  readonly name?: string | undefined;
  readonly version?: string | undefined;
  /** The version of the protocol, such as `2025-11-25`. */
  readonly protocolVersion?: string | undefined;
  /** How to use it, for a model. */
  readonly instructions?: string | undefined;
}

/** A part of a server that the client could not use. */
export interface MCPProblem {
  /** The server's name for the tool, if it is about a tool with a name. */
  readonly tool?: string | undefined;
  readonly message: string;
  /** The tool can still be called: only this schema cannot be used, and nothing is checked against it. */
  readonly unchecked?: "input" | "output" | undefined;
}

import type { IOperationDefinition } from "../../../operation/define-operation.ts";

/** An operation made from an MCP server: a spec with its handler. */
export type MCPOperation = IOperationDefinition;

/** A part of a server that the client could not use. */
export interface MCPProblem {
  /** The tool, by its own name, if it has one. */
  readonly tool?: string | undefined;
  readonly message: string;
}

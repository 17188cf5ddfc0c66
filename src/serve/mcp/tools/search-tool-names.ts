/** The three tools that stand for all operations where these are too many to list. */

export const SEARCH_OPERATIONS = "search_operations";
export const DESCRIBE_OPERATIONS = "describe_operations";
export const CALL_OPERATION = "call_operation";

export const SEARCH_TOOL_NAMES: readonly string[] = [SEARCH_OPERATIONS, DESCRIBE_OPERATIONS, CALL_OPERATION];

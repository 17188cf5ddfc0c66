import type { Revision } from "./run-conformance.ts";

/**
 * The runner's manifest lists them under `not_scored` with the reason `extension`, which it explains by SEP-1730:
 * "protocol extensions (such as Tasks and MCP Apps) are not required for any tier". A test holds the list to that.
 * Tasks of upstream servers are followed within their calls.
 */
const NO_TASKS =
  "the extension io.modelcontextprotocol/tasks, which no tier requires: a call of a hub ends with its request, but a task outlives it";

/** Scenarios that our server fails, and why. A scenario that starts to pass must leave the list. */
export const knownServerFailures: Record<Revision, Record<string, string>> = {
  "2025-11-25": {},
  "2026-07-28": {
    "tasks-lifecycle": NO_TASKS,
    "tasks-capability-negotiation": NO_TASKS,
    "tasks-wire-fields": NO_TASKS,
    "tasks-request-state-removal": NO_TASKS,
    "tasks-mrtr-input": NO_TASKS,
    "tasks-request-headers": NO_TASKS,
    "tasks-dispatch-and-envelope": NO_TASKS,
    "tasks-required-task-error": NO_TASKS,
    "tasks-mrtr-composition": NO_TASKS,
  },
};

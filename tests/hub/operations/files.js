// Operations of one hub that another hub calls. This file imports nothing.
const base = {
  namespace: "files",
  version: "1.0.0",
  type: "QUERY",
  accessControl: { requiredScopes: [] },
  inputSchema: { type: "object" },
  outputSchema: true,
};

export const read = {
  ...base,
  name: "read",
  description: "Reads a file",
  inputSchema: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
  outputSchema: { type: "string" },
  handler: ({ path }) => `text of ${path}`,
};

export const who = {
  ...base,
  name: "who",
  description: "Reports the caller and the trace",
  handler: (_input, { identity, trace }) => ({ id: identity?.id, scopes: identity?.scopes, trace }),
};

export const wait = {
  ...base,
  name: "wait",
  description: "Waits until its caller gives up, and then reports that on request",
  handler: (_input, { signal }) =>
    new Promise((_resolve, reject) => {
      aborts.waiting++;
      signal.addEventListener("abort", () => {
        aborts.aborted++;
        reject(signal.reason);
      });
    }),
};

export const slow = {
  ...base,
  name: "slow",
  description: "Takes a second",
  handler: async () => {
    aborts.slow++;
    await new Promise((resolve) => setTimeout(resolve, 1000));
    aborts.slow--;
    return "done";
  },
};

const aborts = { waiting: 0, aborted: 0, slow: 0 };
export const state = { ...base, name: "state", description: "How many wait", handler: () => aborts };

export const lines = {
  ...base,
  name: "lines",
  type: "SUBSCRIPTION",
  description: "Streams",
  async *handler() {
    yield "one";
    yield "two";
  },
};

export const hidden = { ...base, namespace: "private", name: "hidden", description: "Not offered", handler: () => 1 };

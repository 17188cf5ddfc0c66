// Operations that check their caller. This file imports nothing.
const base = {
  namespace: "stock",
  version: "1.0.0",
  type: "QUERY",
  accessControl: { requiredScopes: [] },
  inputSchema: { type: "object" },
  outputSchema: true,
};

export const list = {
  ...base,
  name: "list",
  description: "Lists what is there",
  accessControl: { requiredScopes: ["stock:read"] },
  handler: (_input, { identity }) => ({ items: ["tea"], for: identity?.id }),
};

export const total = {
  ...base,
  name: "total",
  description: "Counts what is there: requires no scope itself, but calls an operation that does",
  handler: async (_input, { env }) => (await env.stock.list({})).data.items.length,
};

const seen = { waiting: [], aborted: [] };
export const state = { ...base, name: "state", description: "Who waits, and who gave up", handler: () => seen };
export const wait = {
  ...base,
  name: "wait",
  description: "Waits until its caller gives up",
  handler: (_input, { signal, identity }) =>
    new Promise((_resolve, reject) => {
      seen.waiting.push(identity?.id);
      signal.addEventListener("abort", () => {
        seen.aborted.push(`${identity?.id}: ${signal.reason.code}`);
        reject(signal.reason);
      });
    }),
};

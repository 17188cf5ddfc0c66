// A stream that sends its second item only after its reader has confirmed the first. This file imports nothing.
const base = {
  namespace: "gate",
  version: "1.0.0",
  accessControl: { requiredScopes: [] },
  inputSchema: { type: "object" },
  outputSchema: { type: "string" },
};

let openGate;
const opened = new Promise((resolve) => (openGate = resolve));

export const items = {
  ...base,
  name: "items",
  type: "SUBSCRIPTION",
  description: "Streams two items",
  async *handler() {
    yield "first";
    await opened;
    yield "second";
  },
};

export const open = {
  ...base,
  name: "open",
  type: "MUTATION",
  description: "Releases the second item",
  handler: () => {
    openGate();
    return "open";
  },
};

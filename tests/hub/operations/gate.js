// A stream whose second item only comes once its reader has said that it has the first; without any import.
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
  description: "Lets the second item come",
  handler: () => {
    openGate();
    return "open";
  },
};

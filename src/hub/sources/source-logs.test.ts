import { expect, it } from "vitest";
import { openSources } from "./open-sources.ts";

it("keeps the logs of two sources apart that share a name", async () => {
  const logged: unknown[] = [];
  const sources = await openSources(
    {
      config: {
        mcpServers: { shop: { command: "/no/such/program" } },
        openapi: { shop: { document: "/no/such/document.json" } },
      },
    },
    { log: (_level, _message, fields) => logged.push(fields) },
  );
  try {
    await sources.ready;
    const textOf = (kind: "mcp" | "openapi"): string =>
      sources
        .logOf({ kind, name: "shop" })
        .map(({ text }) => text)
        .join();
    expect(textOf("mcp")).toContain("/no/such/program");
    expect(textOf("mcp")).not.toContain("document.json");
    expect(textOf("openapi")).toContain("/no/such/document.json");
    expect(textOf("openapi")).not.toContain("program");
    expect(logged).toContainEqual(expect.objectContaining({ source: "shop", kind: "openapi" }));
  } finally {
    await sources.close();
  }
});

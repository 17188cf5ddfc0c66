import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { httpEmbedder } from "./http-embedder.ts";

/** The address of a service that always gives this answer. */
async function serviceOf(status: number, body: string): Promise<string> {
  const server = createServer((_request, response) => response.writeHead(status).end(body));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe("an embedder behind HTTP", () => {
  it("fails with what the service said, and without the key", async () => {
    const url = await serviceOf(401, '{"error":"wrong key"}');
    const failure = httpEmbedder({ url, model: "small", key: "secret" }).embed(["text"]);
    await expect(failure).rejects.toThrow(`The embedder small at ${url} answered 401: {"error":"wrong key"}`);
    await expect(failure).rejects.not.toThrow("secret");
  });

  it.each(["no JSON", "[]", '{"data":[{}]}', "null"])("fails if the service answers %s", async (body) => {
    const url = await serviceOf(200, body);
    await expect(httpEmbedder({ url, model: "small" }).embed(["text"])).rejects.toThrow("did not answer with { ");
  });

  it("fails if nothing listens", async () => {
    const embedder = httpEmbedder({ url: "http://127.0.0.1:1", model: "small" });
    await expect(embedder.embed(["text"])).rejects.toThrow("did not answer: ");
  });
});

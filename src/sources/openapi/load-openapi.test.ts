import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtemp, rm, symlink, writeFile, mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CallError } from "../../errors/call-error.ts";
import { getValidator } from "../../schema/engine/validator.ts";
import { FromOpenAPIFile, FromOpenAPIUrl, importOpenAPIFile, importOpenAPIUrl } from "./load-openapi.ts";

const config = { namespace: "pets", baseUrl: "https://pets.example" };
const main = `openapi: 3.0.3
info: { title: Pets, version: "1" }
paths:
  /pets:
    get:
      operationId: list
      responses:
        "200":
          description: ok
          content: { application/json: { schema: { $ref: "shared/pet.json#/Pet" } } }
  /secret:
    get:
      responses:
        "200": { content: { application/json: { schema: { $ref: "../secret.json" } } } }
  /linked:
    get:
      responses:
        "200": { content: { application/json: { schema: { $ref: "link.json" } } } }
`;
const pet = JSON.stringify({
  Pet: { type: "object", properties: { name: { $ref: "#/Name" } } },
  Name: { type: "string" },
});
let folder: string;
const server = createServer((request, response) => {
  if (request.url === "/api/openapi.yaml") response.end(main);
  else if (request.url === "/api/shared/pet.json") response.end(pet);
  else if (request.url === "/api/link.json") response.writeHead(302, { location: "/secret.json" }).end();
  else response.writeHead(404).end();
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "openapi-"));
  await mkdir(join(folder, "api/shared"), { recursive: true });
  await writeFile(join(folder, "api/openapi.yaml"), main);
  await writeFile(join(folder, "api/shared/pet.json"), pet);
  await writeFile(join(folder, "secret.json"), "{}");
  await symlink(join(folder, "secret.json"), join(folder, "api/link.json"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

const origin = (): string => `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;

describe("when a document is in a file", () => {
  it("reads YAML, and loads no other document", async () => {
    const { operations, report } = await importOpenAPIFile(join(folder, "api/openapi.yaml"), config);
    expect(operations.map(({ name }) => name)).toEqual(["list", "get_secret", "get_linked"]);
    void operations[0]!.outputSchema;
    expect(report.findings[0]?.why).toContain("not loaded");
  });

  it("loads documents inside the base only, even through links", async () => {
    const references = { base: join(folder, "api") };
    const { operations, report } = await importOpenAPIFile(join(folder, "api/openapi.yaml"), { ...config, references });
    const { check } = getValidator(operations[0]!.outputSchema);
    expect([check({ name: "Rex" }), check({ name: 3 })]).toEqual([true, false]);
    expect(report.findings.map(({ kind, why }) => `${kind}: ${why.slice(0, 16)}`)).toEqual([
      "left out: it lies outside ",
      "left out: it is a link out",
    ]);
  });

  describe("of a description in many files", () => {
    const count = 300;
    const files: Record<string, string> = {
      "/docs/main.json": JSON.stringify({
        openapi: "3.1.0",
        paths: { $ref: "paths.yaml", "/own": { get: { responses: { 204: { description: "none" } } } } },
      }),
      "/docs/paths.yaml": Array.from({ length: count }, (_, n) => `/p${n}: { $ref: "paths/${n}.json" }\n`).join(""),
    };
    for (let n = 0; n < count; n++) {
      const content = { "application/json": { schema: { $ref: `../schemas/${n}.json` } } };
      const responses = { 200: { description: "ok", content } };
      files[`/docs/paths/${n}.json`] = JSON.stringify({ get: { operationId: `get${n}`, responses } });
      files[`/docs/schemas/${n}.json`] = JSON.stringify({ type: "integer", maximum: n });
    }
    const fs = { readFile: async (path: string) => files[path] ?? Promise.reject(new Error("no such file")) };
    const read = (maxBytes?: number) =>
      importOpenAPIFile("/docs/main.json", { ...config, references: { base: "/docs/", maxBytes } }, fs);

    it("loads all of them, and paths that are in another file", async () => {
      const { operations, report } = await read();
      expect(operations.map(({ name }) => name)).toEqual([
        ...Array.from({ length: count }, (_, n) => `get${n}`),
        "get_own",
      ]);
      expect(getValidator(operations[299]!.outputSchema).check(300)).toBe(false);
      expect([report.quarantined, report.findings]).toEqual([[], []]);
    });

    it("says which limit kept it from loading the others", async () => {
      const { operations, report } = await read(400_000);
      expect(operations.length).toBeGreaterThan(50);
      expect(operations.length + report.quarantined.length).toBe(count + 1);
      const limit = /larger than 400000 bytes together; raise "references\.maxBytes"/;
      expect(report.quarantined[0]?.reason).toMatch(limit);
      expect(report.findings).toContainEqual(
        expect.objectContaining({ kind: "left out", why: expect.stringMatching(limit) as string }),
      );
    });

    it("loads none that holds more values than the config allows", async () => {
      const responses = { 204: { description: "none" } };
      const dense = JSON.stringify({
        get: { operationId: "dense", responses, "x-list": Array.from({ length: 30_000 }, () => ({})) },
      });
      const readFile = async (path: string) => (path === "/docs/paths/0.json" ? dense : fs.readFile(path));
      const given = { ...config, limits: { values: 100_000 }, references: { base: "/docs/" } };
      const { report } = await importOpenAPIFile("/docs/main.json", given, { readFile });
      const reasons = report.quarantined.map(({ reason }) => reason);
      expect(reasons).toEqual([expect.stringContaining("more values than the limit of 100000")]);
    });

    it("says that the paths are missing if their file is", async () => {
      const { operations, report } = await importOpenAPIFile("/docs/main.json", config, fs);
      expect(operations.map(({ name }) => name)).toEqual(["get_own"]);
      expect(report.quarantined).toMatchObject([
        { path: "*", reason: expect.stringContaining('"paths.yaml" is in another document') as string },
      ]);
    });
  });

  it("uses the caller's file system", async () => {
    const files: Record<string, string> = { "/docs/a b.json": '{"openapi":"3.1.0","paths":{"/x":{"get":{}}}}' };
    const fs = { readFile: async (path: string) => files[path] ?? Promise.reject(new Error("no such file")) };
    expect(await FromOpenAPIFile("/docs/a b.json", config, fs)).toMatchObject([
      { name: "get_x", origin: { location: "file:///docs/a%20b.json" } },
    ]);
    await expect(FromOpenAPIFile("/none", config, fs)).rejects.toMatchObject({ code: "EXECUTION_ERROR" });
  });

  it("resolves references against the document's own $self", async () => {
    const content = { "application/json": { schema: { $ref: "pet.json#/Name" } } };
    const paths = { "/x": { get: { responses: { 200: { content } } } } };
    const self = { openapi: "3.2.0", $self: "https://pets.example/v1/openapi.json", paths };
    const loaded: string[] = [];
    const load = async (url: string): Promise<string> => {
      loaded.push(url);
      return pet;
    };
    const references = { base: "https://pets.example/v1/", load };
    const fs = { readFile: async () => JSON.stringify(self) };
    const { operations, report } = await importOpenAPIFile("/docs/a.json", { ...config, references }, fs);
    expect(loaded).toEqual(["https://pets.example/v1/pet.json"]);
    expect(getValidator(operations[0]!.outputSchema).check(3)).toBe(false);
    expect(report.findings).toEqual([]);
  });

  it.each(["sub/..%2f..%2fetc/secret.json", "..%2Fsecret.json", "..%5csecret.json", "%2e%2e/secret.json"])(
    "does not let %s lead the caller's file system out of the base",
    async ($ref) => {
      const content = { "application/json": { schema: { $ref } } };
      const paths = { "/x": { get: { responses: { 200: { content } } } } };
      const read: string[] = [];
      const readFile = async (path: string): Promise<string> => {
        read.push(path);
        return JSON.stringify({ openapi: "3.1.0", paths });
      };
      const references = { base: "/docs/" };
      const { report } = await importOpenAPIFile("/docs/a.json", { ...config, references }, { readFile });
      expect(read).toEqual(["/docs/a.json"]);
      expect(report.findings[0]).toMatchObject({ kind: "left out" });
    },
  );

  it.each([
    ["{", "VALIDATION_ERROR"],
    ["a: [", "VALIDATION_ERROR"],
    [`a: &a [x]\nb: [${"*a,".repeat(20_000)}]`, "VALIDATION_ERROR"],
    ["[".repeat(5_000), "VALIDATION_ERROR"],
    ["[".repeat(100_000), "PAYLOAD_TOO_LARGE"],
    [`x: ${"[".repeat(20_000)}`, "VALIDATION_ERROR"],
    ["x".repeat(2000), "PAYLOAD_TOO_LARGE", 1000],
  ])("refuses a text that is not a document", async (text, code, maxBytes?: number) => {
    await expect(FromOpenAPIFile("x", { ...config, maxBytes }, { readFile: async () => text })).rejects.toMatchObject({
      code,
    });
  });
});

describe("when a document is at a URL", () => {
  it("loads documents inside the base, and follows no redirect for them", async () => {
    const references = { base: `${origin()}/api` };
    const { operations, report } = await importOpenAPIUrl(`${origin()}/api/openapi.yaml`, { ...config, references });
    expect(getValidator(operations[0]!.outputSchema).check({ name: 3 })).toBe(false);
    expect(report.findings.map(({ why }) => why.slice(0, 16))).toEqual(["it lies outside ", "The document at "]);
  });

  it("shows no secret of its URL, in specs or in messages", async () => {
    const url = "https://me:s3cret@pets.example/openapi.json?token=s3cret";
    const answer = (text: string, status = 200) => ({ ...config, fetch: async () => new Response(text, { status }) });
    const [operation] = await FromOpenAPIUrl(url, answer('{"openapi":"3.1.0","paths":{"/x":{"get":{}}}}'));
    expect(operation!.origin.location).toBe("https://pets.example/openapi.json");
    for (const given of [answer("{"), answer("", 404), { ...answer("{}"), maxBytes: 1 }, config]) {
      const error: unknown = await FromOpenAPIUrl(url, given).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(CallError);
      expect((error as CallError).message).toContain("https://pets.example/openapi.json");
      expect((error as CallError).message).not.toContain("s3cret");
    }
  });

  it("reports the reason when it cannot be fetched", async () => {
    await expect(FromOpenAPIUrl(`${origin()}/none`, config)).rejects.toThrow(/answered 404/);
    await expect(FromOpenAPIUrl(`${origin()}/api/openapi.yaml`, { ...config, maxBytes: 100 })).rejects.toMatchObject({
      code: "PAYLOAD_TOO_LARGE",
    });
  });
});

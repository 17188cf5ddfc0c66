import { describe, expect, it } from "vitest";
import { served } from "./fixtures.test-support.ts";

const LOCATIONS = {
  secretFile: "file:///home/ada/apis/github.json",
  secretPath: "/home/ada/apis/github.json",
  secretWindows: "C:\\apis\\secretgithub.json",
  address: "https://api.example/openapi.json",
  name: "a-server",
};

async function start() {
  const one = await served("fetch", {
    authenticate: ({ token }) => ({ id: token, scopes: token === "admin" ? ["operations:admin"] : [] }),
  });
  for (const [name, location] of Object.entries(LOCATIONS)) {
    const spec = one.registry.getSpec("demo.add");
    one.registry.register({
      ...(spec as never as object),
      name,
      origin: { source: "openapi", location, name: "kept" },
      handler: () => 1,
    } as never);
  }
  const read = async (path: string, who: string): Promise<string> =>
    (await one.send(path, { headers: { authorization: `Bearer ${who}` } })).text();
  return { read, close: () => one.service.close({ graceMs: 0 }) };
}

describe("where an operation comes from", () => {
  it("shows paths of this machine only to administrators, whoever asks first", async () => {
    const { read, close } = await start();
    for (const who of ["ada", "admin", "ada"]) {
      for (const path of ["/~/operations", "/openapi.json", "/~/operations/demo.secretFile"]) {
        const text = await read(path, who);
        expect([path, who, text.includes("/home/ada")]).toEqual([path, who, who === "admin"]);
        expect(text).toContain('"kept"');
        if (path.endsWith("secretFile")) continue;
        expect([who, text.includes("apis\\\\secretgithub")]).toEqual([who, who === "admin"]);
        expect(text).toContain(LOCATIONS.address);
        expect(text).toContain(LOCATIONS.name);
      }
    }
    await close();
  });
});

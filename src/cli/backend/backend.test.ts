import { describe, expect, it } from "vitest";
import { parseOptions } from "../arguments/parse-options.ts";
import { hostToCall } from "./hub/find-hub.ts";
import { hubAddress, hubKey } from "./hub/hub-address.ts";
import { narrowConfig } from "./local/sources-on-demand.ts";

const definitions = ["hub", "key", "config"].map((name) => ({ name, value: "<x>", summary: "" }));
const optionsOf = (...args: string[]) => parseOptions(args, definitions);

describe("the hub's address", () => {
  it.each([
    ["http://127.0.0.1:7411", "http://127.0.0.1:7411/"],
    ["localhost:7411", "http://localhost:7411/"],
    ["https://example.com/hub?x#y", "https://example.com/hub/"],
  ])("%s is %s", (given, url) => {
    expect(hubAddress(optionsOf("--hub", given), {})?.href).toBe(url);
  });

  it.each(["ftp://example.com", "http://", "http://user:secret@example.com"])("%s is refused", (given) => {
    expect(() => hubAddress(optionsOf("--hub", given), {})).toThrow(/--hub/);
  });

  it("comes from the environment, unless a config is named", () => {
    const env = { OPERATIONS_HUB: "localhost:1" };
    expect(hubAddress(optionsOf(), env)?.href).toBe("http://localhost:1/");
    expect(hubAddress(optionsOf("--config", "x"), env)).toBeUndefined();
    expect(hubAddress(optionsOf(), {})).toBeUndefined();
  });
});

describe("the host of a hub on this machine", () => {
  it.each([
    ["0.0.0.0", "127.0.0.1"],
    ["::", "[::1]"],
    ["fd00::1", "[fd00::1]"],
    ["hub.example", "hub.example"],
  ])("%s is called at %s", (host, called) => {
    expect(hostToCall({ host })).toBe(called);
  });
});

describe("the key", () => {
  it("is the given one, then the environment's; this machine's own key is never used for another machine", async () => {
    const far = new URL("https://example.com/");
    expect(await hubKey(far, optionsOf("--key", "a"), { OPERATIONS_KEY: "b" })).toBe("a");
    expect(await hubKey(far, optionsOf(), { OPERATIONS_KEY: "b" })).toBe("b");
    expect(await hubKey(far, optionsOf(), {})).toBeUndefined();
  });
});

describe("a config narrowed to one operation", () => {
  const config = {
    mcpServers: { files: { command: "a" }, mail: { command: "b", namespace: "post.office" } },
    openapi: { shop: { document: "x" } },
    local: { folders: ["y"] },
    name: "hub",
  };

  it("has only the source of its namespace", () => {
    expect(narrowConfig(config, "post.office.send")).toEqual({
      name: "hub",
      mcpServers: { mail: config.mcpServers.mail },
      openapi: {},
    });
  });

  it("stays whole if the operation could be in any source", () => {
    expect(["demo.greet", "filesystem.read", "nodot"].map((id) => narrowConfig(config, id))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

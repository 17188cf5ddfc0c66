import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { OWN_CLIENT_INFO } from "./own-client-info.ts";

it("servers hear the version of this package", () => {
  const manifest = readFileSync(new URL("../../../../package.json", import.meta.url), "utf8");
  expect(OWN_CLIENT_INFO.version).toBe((JSON.parse(manifest) as { version: string }).version);
});

import { expect, it } from "vitest";
import { openLogins } from "./hub-logins.ts";

it("reads the sources again after a failed attempt", async () => {
  let isBroken = true;
  const config = {
    vault: { folder: "/no/such/folder" },
    get mcpServers() {
      if (isBroken) throw new Error("not now");
      return {};
    },
  };
  const logins = openLogins({ config });
  await expect(logins.list()).rejects.toThrow("not now");
  isBroken = false;
  expect(await logins.list()).toEqual([]);
  await logins.close();
});

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as sdk from "@modelcontextprotocol/client";
import { expect, it, onTestFinished } from "vitest";
import { openVault } from "../../../vault/open-vault.ts";
import { withBoundTokens } from "../session/bound-tokens.ts";
import { loginKeyOf } from "./mcp-logins.ts";
import { ServerLogin } from "./server-login.ts";

it("requests no new token if the refused request used an older one", async () => {
  const parent = await mkdtemp(join(tmpdir(), "login-"));
  const vault = await openVault({ folder: join(parent, "vault") });
  onTestFinished(async () => {
    await vault.close();
    await rm(parent, { recursive: true, force: true });
  });
  const [name, url] = ["notes", "http://127.0.0.1:9/mcp"];
  const address = { source: loginKeyOf(name, url), identity: "" };
  await vault.write(address, { accessToken: "new", refreshToken: "unused", savedAt: Date.now() });
  const access = { open: () => Promise.resolve(vault), openExisting: () => Promise.resolve(vault) };
  const login = new ServerLogin({ name, url, oauth: {}, vault: access, sdk, onLost: () => undefined });
  expect(await login.token()).toBe("new");
  const refused = new Response(null, { status: 401 });
  const send = withBoundTokens(login, sdk, () => Promise.resolve(refused));
  expect(await send(url, { headers: { authorization: "Bearer old" } })).toBe(refused);
  await login.onUnauthorized({ response: refused });
  expect(await login.token()).toBe("new");
});

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { openVault } from "../../vault/open-vault.ts";
import { StoredLogin } from "./stored-login.ts";

const address = { source: "notes", identity: "" };

/** A login whose service takes this long to issue a token that lives for 3 s. */
async function slowLogin(answerMs: number): Promise<StoredLogin> {
  const parent = await mkdtemp(join(tmpdir(), "login-"));
  const vault = await openVault({ folder: join(parent, "vault") });
  vi.useFakeTimers({ toFake: ["Date"], now: 1_000_000 });
  onTestFinished(async () => {
    vi.useRealTimers();
    await vault.close();
    await rm(parent, { recursive: true, force: true });
  });
  return new StoredLogin({
    name: "notes",
    address,
    isUnattended: true,
    vault: { open: () => Promise.resolve(vault), openExisting: () => Promise.resolve(vault) },
    refresh: () => {
      const issuedAt = Date.now();
      vi.setSystemTime(issuedAt + answerMs);
      const savedAt = Date.now();
      return Promise.resolve({ accessToken: `issued at ${issuedAt}`, savedAt, expiresAt: savedAt + 3000 });
    },
  });
}

it("counts the life of a token from its request, not from its arrival", async () => {
  const login = await slowLogin(2500);
  await login.renew(undefined);
  expect(login.known).toMatchObject({ savedAt: 1_000_000, expiresAt: 1_003_000 });
});

it("treats a token as expired a second early, because services count whole seconds", async () => {
  const login = await slowLogin(0);
  await login.renew(undefined);
  vi.setSystemTime(1_001_999);
  expect(login.mayHaveEnded).toBe(false);
  expect(await login.renew(login.known?.accessToken)).toBe(false);
  vi.setSystemTime(1_001_999 + 2000);
  expect(login.mayHaveEnded).toBe(true);
  expect(await login.renew(login.known?.accessToken)).toBe(true);
});

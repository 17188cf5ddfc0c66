import { spawn } from "node:child_process";
import type { ChildProcessByStdio } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { Vault } from "../../src/vault/vault.ts";
import type { LoginRecord } from "../../src/vault/login-record.ts";
import { LOCK_LEASE } from "../../src/vault/vault-store.ts";
import type { VaultLock, VaultStore } from "../../src/vault/vault-store.ts";
import { bundleProgram } from "../support/bundle-program.ts";
import type { BundledProgram } from "../support/bundle-program.ts";
import { endWithParent } from "../support/end-with-parent.ts";
import { until } from "../support/until.ts";
import type { StoreAddress } from "../vault/open-store.ts";
import { openStore } from "../vault/open-store.ts";

const key = Buffer.alloc(32, 1);
const address = { source: "notes", identity: "ada" };

function lasting(accessToken: string, ms: number): LoginRecord {
  return { accessToken, savedAt: Date.now(), expiresAt: Date.now() + ms };
}

/** Starts a process that holds the lock of "a". */
async function startHolder(
  program: string,
  place: StoreAddress,
): Promise<ChildProcessByStdio<Writable, Readable, null>> {
  const holder = spawn(process.execPath, [program, JSON.stringify(place), "a"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(endWithParent({ pid: holder.pid as number }));
  const [said] = (await once(holder.stdout, "data")) as [Buffer];
  expect(said.toString()).toBe("held\n");
  return holder;
}

/** Waits until the lock of "a" is free. */
async function takeLock(store: VaultStore): Promise<VaultLock> {
  let lock = await store.tryLock("a");
  await until(async () => (lock ??= await store.tryLock("a")) !== undefined, { intervalMs: 50 });
  return lock as VaultLock;
}

/** The contract of every store of a vault. `newAddress` returns an unused place. */
export function describeVaultStore(name: string, newAddress: () => Promise<StoreAddress>): void {
  const open = async (place: StoreAddress): Promise<VaultStore> => {
    const store = await openStore(place);
    onTestFinished(() => store.close());
    return store;
  };

  describe(`when a vault keeps its entries in ${name}`, () => {
    let program: BundledProgram;
    beforeAll(async () => {
      program = await bundleProgram(fileURLToPath(new URL("../vault/lock-holder.ts", import.meta.url)));
    });
    afterAll(() => program.remove());

    it("reads an entry from every process that opens the store, until it is deleted", async () => {
      const place = await newAddress();
      const [one, other] = [await open(place), await open(place)];
      expect(await one.read("a")).toBeUndefined();
      expect(await one.replace("a", undefined, "first")).toBe(true);
      expect([await other.read("a"), await other.ids()]).toEqual(["first", ["a"]]);
      expect(await other.replace("a", "first", undefined)).toBe(true);
      expect([await one.read("a"), await one.ids()]).toEqual([undefined, []]);
    });

    it("replaces an entry only if it is as expected", async () => {
      const store = await open(await newAddress());
      await store.replace("a", undefined, "first");
      expect(await store.replace("a", undefined, "x")).toBe(false);
      expect(await store.replace("a", "other", "x")).toBe(false);
      expect(await store.replace("a", "other", undefined)).toBe(false);
      expect(await store.read("a")).toBe("first");
    });

    it("grants a lock to one holder at a time, and each entry has its own", async () => {
      const place = await newAddress();
      const stores = await Promise.all(Array.from({ length: 8 }, () => open(place)));
      const taken = (await Promise.all(stores.map((store) => store.tryLock("a")))).filter((lock) => lock !== undefined);
      expect(taken).toHaveLength(1);
      const other = await stores[0]?.tryLock("b");
      expect(other).toBeDefined();
      await taken[0]?.release();
      const next = await stores[1]?.tryLock("a");
      expect(next).toBeDefined();
      await Promise.all([next?.release(), other?.release()]);
    });

    it("never lets two holders in, however many come and go", async () => {
      const place = await newAddress();
      let [inside, most, turns] = [0, 0, 0];
      const visit = async (): Promise<void> => {
        const store = await open(place);
        const end = Date.now() + 700;
        while (Date.now() < end) {
          const lock = await store.tryLock("a");
          if (lock === undefined) continue;
          most = Math.max(most, ++inside);
          turns++;
          await new Promise((resolve) => void setTimeout(resolve, 1));
          inside--;
          await lock.release();
        }
      };
      await Promise.all(Array.from({ length: 6 }, visit));
      expect(most).toBe(1);
      expect(turns).toBeGreaterThan(1);
    });

    it("frees the lock of a process that was killed", async () => {
      const place = await newAddress();
      const store = await open(place);
      const holder = await startHolder(program.path, place);
      expect(await store.tryLock("a")).toBeUndefined();
      holder.kill("SIGKILL");
      await once(holder, "close");
      await (await takeLock(store)).release();
    });

    it("frees the lock of a process that pauses for long, which notices that it has lost it", async () => {
      const place = await newAddress();
      const store = await open(place);
      const holder = await startHolder(program.path, place);
      holder.kill("SIGSTOP");
      const lock = await takeLock(store);
      holder.kill("SIGCONT");
      holder.stdin.write("renew\n");
      const [said] = (await once(holder.stdout, "data")) as [Buffer];
      expect(said.toString()).toBe("still held: false\n");
      expect(await lock.renew()).toBe(true);
      await lock.release();
      holder.stdin.end();
      await once(holder, "close");
    });

    it("keeps a lock while its holder lives", async () => {
      const store = await open(await newAddress());
      const lock = await store.tryLock("a");
      await new Promise((resolve) => void setTimeout(resolve, LOCK_LEASE + 1500));
      expect(await store.tryLock("a")).toBeUndefined();
      expect(await lock?.renew()).toBe(true);
      await lock?.release();
    });

    it("refuses to open with another key, and destroys nothing", async () => {
      const place = await newAddress();
      const vault = await Vault.open(await open(place), key);
      await vault.write(address, lasting("a", 60_000));
      await expect(Vault.open(await open(place), Buffer.alloc(32, 2))).rejects.toThrow("made with another key");
      expect((await vault.read(address))?.accessToken).toBe("a");
    });
  });

  describe(`when a token in ${name} has ended`, () => {
    it("refreshes once for all concurrent callers, in this process and in others", async () => {
      const place = await newAddress();
      const vaults = await Promise.all(Array.from({ length: 5 }, async () => Vault.open(await open(place), key)));
      await vaults[0]?.write(address, lasting("old", 0));
      let refreshes = 0;
      const refresh = async (): Promise<LoginRecord> => lasting(`new ${++refreshes}`, 60_000);
      const asked = vaults.flatMap((vault) => [1, 2, 3].map(() => vault.withFreshToken(address, refresh)));
      const got = new Set((await Promise.all(asked)).map(({ accessToken }) => accessToken));
      expect([refreshes, [...got]]).toEqual([1, ["new 1"]]);
    });

    it("keeps the login if the refresh fails, and says why", async () => {
      const vault = await Vault.open(await open(await newAddress()), key);
      await vault.write(address, lasting("old", 0));
      await expect(vault.withFreshToken(address, () => Promise.reject(new Error("down")))).rejects.toThrow("down");
      expect((await vault.read(address))?.accessToken).toBe("old");
    });

    it("returns the newer token if another process was faster and the refresh fails", async () => {
      const store = await open(await newAddress());
      const vault = await Vault.open(store, key);
      await vault.write(address, lasting("old", 0));
      const { id, sealed } = await sealedBy(vault, store, lasting("newer", 60_000));
      const refresh = async (): Promise<LoginRecord> => {
        // Acts like another hub that has taken over the lock of a hub that slept.
        await store.replace(id, await store.read(id), sealed);
        throw new Error("invalid_grant");
      };
      expect((await vault.withFreshToken(address, refresh)).accessToken).toBe("newer");
    });

    it("does not refresh with a lock that it lost while it paused", async () => {
      const store = await open(await newAddress());
      const other = await Vault.open(store, key);
      await other.write(address, lasting("old", 0));
      const { sealed } = await sealedBy(other, store, lasting("newer", 60_000));
      let hasPaused = false;
      const pausing: VaultStore = {
        ...store,
        async tryLock(id) {
          const lock = await store.tryLock(id);
          const pause = async (): Promise<boolean> => {
            hasPaused = true;
            // Meanwhile, another hub takes over the lock, and refreshes.
            await store.replace(id, await store.read(id), sealed);
            return false;
          };
          return lock && (hasPaused ? lock : { ...lock, renew: pause });
        },
      };
      const vault = await Vault.open(pausing, key);
      let refreshes = 0;
      const got = await vault.withFreshToken(address, async () => lasting(`new ${++refreshes}`, 60_000));
      expect([refreshes, got.accessToken, hasPaused]).toEqual([0, "newer", true]);
    });

    it("renews a token that the server has refused, even before it expires", async () => {
      const vault = await Vault.open(await open(await newAddress()), key);
      await vault.write(address, lasting("refused", 60_000));
      const refresh = async (): Promise<LoginRecord> => lasting("new", 60_000);
      expect((await vault.withFreshToken(address, refresh)).accessToken).toBe("refused");
      expect((await vault.withFreshToken(address, refresh, { refused: "refused" })).accessToken).toBe("new");
      expect((await vault.withFreshToken(address, refresh, { refused: "refused" })).accessToken).toBe("new");
    });

    it("distinguishes a login from the next one, but not from its renewals", async () => {
      const vault = await Vault.open(await open(await newAddress()), key);
      const told: unknown[] = [];
      vault.changes.on(({ record }) => void told.push(record?.accessToken));
      await vault.write(address, lasting("old", 0));
      const first = (await vault.read(address))?.login;
      const renewed = await vault.withFreshToken(address, async () => lasting("new", 60_000));
      expect([typeof first, renewed.login, (await vault.read(address))?.login]).toEqual(["string", first, first]);
      await vault.write(address, lasting("of another account", 60_000));
      expect((await vault.read(address))?.login).not.toBe(first);
      await vault.delete(address);
      expect(told).toEqual(["old", "of another account", undefined]);
    });

    it("never gives one identity the login of another", async () => {
      const vault = await Vault.open(await open(await newAddress()), key);
      await vault.write(address, lasting("of ada", 60_000));
      const other = { ...address, identity: "bob" };
      expect(await vault.read(other)).toBeUndefined();
      const seen: unknown[] = [];
      await vault.withFreshToken(other, async (record) => {
        seen.push(record);
        return lasting("of bob", 60_000);
      });
      expect(seen).toEqual([undefined]);
      expect((await vault.read(address))?.accessToken).toBe("of ada");
      await vault.delete(other);
      expect(await vault.list()).toEqual([address]);
    });
  });
}

/** The entry that holds `record`, as the vault seals it, with the vault as it was before. */
async function sealedBy(vault: Vault, store: VaultStore, record: LoginRecord): Promise<{ id: string; sealed: string }> {
  const before = (await vault.read(address)) as LoginRecord;
  await vault.write(address, record);
  const ids = await store.ids();
  const id = ids.find((one) => one !== "key-check") as string;
  const sealed = (await store.read(id)) as string;
  await vault.write(address, before);
  return { id, sealed };
}

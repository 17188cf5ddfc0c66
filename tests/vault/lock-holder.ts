/** Takes a lock, and holds it until its input ends: `lock-holder.ts <store> <id>`. A line of input renews the lock. */
import { openStore } from "./open-store.ts";
import type { StoreAddress } from "./open-store.ts";

const [place = "", id = ""] = process.argv.slice(2);
const store = await openStore(JSON.parse(place) as StoreAddress);
const lock = await store.tryLock(id);
if (lock === undefined) throw new Error("The lock is not free.");
console.log("held");
for await (const _line of process.stdin) console.log(`still held: ${await lock.renew()}`);
await store.close();

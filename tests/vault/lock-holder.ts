/** Takes a lock, and holds it until the process is killed: `lock-holder.ts <store> <id>`. */
import { openStore } from "./open-store.ts";
import type { StoreAddress } from "./open-store.ts";

const [place = "", id = ""] = process.argv.slice(2);
const store = await openStore(JSON.parse(place) as StoreAddress);
const lock = await store.tryLock(id);
if (lock === undefined) throw new Error("The lock is not free.");
console.log(`held by ${process.pid}`);
setInterval(() => undefined, 60_000);

import { O as delay, dn as messageOf, ln as CallError } from "./client-D7eheyo4.js";
import { Ht as isRecord } from "./core-CcxVOvtt.js";
import { H as isFresh, c as keyFromText, l as LoginChanges, o as KEY_VARIABLE, s as keyFromFile } from "./hub-sources-fie4hXTD.js";
import { n as syncFolder, r as tryFileLock, t as replaceFile } from "./replace-file-DMPzMh5K.js";
// src/vault/file-store.ts
const ENTRY = /^([0-9a-z-]+)\.json$/;
async function openFileStore(folder) {
	const files = process.getBuiltinModule("node:fs/promises");
	const fileOf = (id) => `${folder}/${id}.json`;
	try {
		await files.mkdir(folder, {
			recursive: true,
			mode: 448
		});
	} catch (cause) {
		const message = `The folder of the vault, ${folder}, can't be made: ${messageOf(cause)}`;
		throw new CallError("EXECUTION_ERROR", message, void 0, { cause });
	}
	const read = async (id) => {
		try {
			return await files.readFile(fileOf(id), "utf8");
		} catch (thrown) {
			if (thrown.code === "ENOENT") return void 0;
			throw thrown;
		}
	};
	return {
		location: folder,
		read,
		async ids() {
			return (await files.readdir(folder)).flatMap((name) => ENTRY.exec(name)?.[1] ?? []);
		},
		async replace(id, expected, next) {
			if (await read(id) !== expected) return false;
			if (next !== void 0) await replaceFile(fileOf(id), next);
			else {
				await files.rm(fileOf(id), { force: true });
				await syncFolder(folder);
			}
			return true;
		},
		tryLock: async (id) => await tryFileLock(`${folder}/locks/${id}`),
		close: async () => void 0
	};
}
// src/vault/seal.ts
const ALGORITHM = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const FORMAT = 1;
const LONGEST_ENTRY = 1048576;
function seal(key, { source, identity }, text) {
	const { createCipheriv, randomBytes } = process.getBuiltinModule("node:crypto");
	const nonce = randomBytes(NONCE_BYTES);
	const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
	cipher.setAAD(associated({
		source,
		identity
	}));
	const data = Buffer.concat([
		cipher.update(text, "utf8"),
		cipher.final(),
		cipher.getAuthTag()
	]);
	const [sealedNonce, sealedData] = [nonce.toString("base64"), data.toString("base64")];
	return JSON.stringify({
		v: FORMAT,
		source,
		identity,
		nonce: sealedNonce,
		data: sealedData
	});
}
function unseal(key, address, sealed) {
	const { source, identity, nonce, data } = readEntry(sealed);
	if (source !== address.source || identity !== address.identity) throw unreadable("it belongs to another login");
	const { createDecipheriv } = process.getBuiltinModule("node:crypto");
	try {
		const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
		decipher.setAAD(associated(address));
		decipher.setAuthTag(data.subarray(-16));
		return decipher.update(data.subarray(0, -16), void 0, "utf8") + decipher.final("utf8");
	} catch (cause) {
		throw unreadable("the key is another one, or the entry was changed", cause);
	}
}
function addressOf(sealed) {
	const { source, identity } = readEntry(sealed);
	return {
		source,
		identity
	};
}
function associated({ source, identity }) {
	return Buffer.from(JSON.stringify([
		FORMAT,
		source,
		identity
	]));
}
function readEntry(sealed) {
	if (sealed.length > LONGEST_ENTRY) throw unreadable("it is too long");
	let entry;
	try {
		entry = JSON.parse(sealed);
	} catch (cause) {
		throw unreadable("it is no JSON", cause);
	}
	if (!isRecord(entry) || entry["v"] !== FORMAT) throw unreadable("its format is unknown");
	const { source, identity, nonce, data } = entry;
	if (typeof source !== "string" || typeof identity !== "string") throw unreadable("it names no login");
	if (typeof nonce !== "string" || typeof data !== "string") throw unreadable("it is not whole");
	const bytes = {
		nonce: Buffer.from(nonce, "base64"),
		data: Buffer.from(data, "base64")
	};
	if (bytes.nonce.length !== NONCE_BYTES || bytes.data.length < TAG_BYTES) throw unreadable("it is not whole");
	return {
		source,
		identity,
		...bytes
	};
}
function unreadable(why, cause) {
	return new CallError("EXECUTION_ERROR", `An entry of the vault can't be opened: ${why}.`, void 0, { cause });
}
// src/vault/brief-entries.ts
const PREFIX = "brief-";
const SOURCE = "operations brief";
const MOST_ENTRIES = 5e3;
const SWEEP_PAUSE = 6e4;
function isBrief(id) {
	return id.startsWith(PREFIX);
}
var BriefEntries = class {
	#options;
	#count = 0;
	#sweptAt = -Infinity;
	constructor(options) {
		this.#options = options;
	}
	async keep(name, text, lifeMs) {
		const { store, key } = this.#options;
		if (performance.now() - this.#sweptAt > SWEEP_PAUSE) await this.#sweep();
		if (this.#count >= MOST_ENTRIES) throw new CallError("OVERLOADED", "Too many people are logged in or log in at this moment.");
		const address = {
			source: SOURCE,
			identity: String(Date.now() + lifeMs)
		};
		await store.replace(idOf$1(name), void 0, seal(key, address, JSON.stringify([name, text])));
		this.#count++;
	}
	async read(name) {
		return this.#open(name, await this.#options.store.read(idOf$1(name)));
	}
	async take(name) {
		const { store, alone } = this.#options;
		return await alone(async () => {
			const sealed = await store.read(idOf$1(name));
			return sealed !== void 0 && await store.replace(idOf$1(name), sealed, void 0) ? this.#open(name, sealed) : void 0;
		});
	}
	#open(name, sealed) {
		if (sealed === void 0 || isOver(sealed)) return void 0;
		const { identity } = addressOf(sealed);
		const text = unseal(this.#options.key, {
			source: SOURCE,
			identity
		}, sealed);
		const [own, kept] = JSON.parse(text);
		return own === name ? kept : void 0;
	}
	async #sweep() {
		const { store } = this.#options;
		this.#sweptAt = performance.now();
		const ids = (await store.ids()).filter(isBrief);
		const kept = await Promise.all(ids.map(async (id) => {
			const sealed = await store.read(id);
			if (sealed === void 0) return false;
			return !(isOver(sealed) && await store.replace(id, sealed, void 0));
		}));
		this.#count = kept.filter(Boolean).length;
	}
};
function isOver(sealed) {
	return !(Number(addressOf(sealed).identity) > Date.now());
}
function idOf$1(name) {
	const { createHash } = process.getBuiltinModule("node:crypto");
	return PREFIX + createHash("sha256").update(name).digest("hex").slice(0, 40);
}
// src/vault/vault.ts
const KEY_CHECK = "key-check";
const BRIEF_LOCK = "brief";
const CHECK_ADDRESS = {
	source: "operations vault",
	identity: ""
};
const CHECK_TEXT = "the key fits";
const SHORTEST_PAUSE = 15;
const PAUSE_SPREAD = 35;
const LONGEST_WAIT = 3e4;
const PAUSES_TO_KEEP = [
	50,
	250,
	1e3,
	3e3
];
var Vault = class Vault {
	#store;
	#key;
	changes = new LoginChanges();
	#running = /* @__PURE__ */ new Map();
	brief;
	constructor(store, key) {
		this.#store = store;
		this.#key = key;
		this.brief = new BriefEntries({
			store,
			key,
			alone: async (run) => await this.#locked(BRIEF_LOCK, void 0, run)
		});
	}
	static async open(store, key) {
		const vault = new Vault(store, key);
		if (await store.read(KEY_CHECK) === void 0) await vault.#locked(KEY_CHECK, void 0, async () => {
			if (await store.read(KEY_CHECK) === void 0) await store.replace(KEY_CHECK, void 0, seal(key, CHECK_ADDRESS, CHECK_TEXT));
		});
		try {
			unseal(key, CHECK_ADDRESS, await store.read(KEY_CHECK) ?? "");
		} catch (cause) {
			const message = `The vault in ${store.location} was made with another key. It is left as it is: give the key that it was made with.`;
			throw new CallError("EXECUTION_ERROR", message, void 0, {
				cause,
				phase: "notStarted"
			});
		}
		return vault;
	}
	get location() {
		return this.#store.location;
	}
	async read(address) {
		return (await this.#read(address)).record;
	}
	async write(address, record) {
		const { login = crypto.randomUUID() } = record;
		await this.change(address, () => ({
			...record,
			login
		}));
	}
	async delete(address) {
		return await this.change(address, () => void 0);
	}
	async change(address, change) {
		return await this.#locked(idOf(address), void 0, async () => {
			for (;;) {
				const { sealed, record } = await this.#read(address);
				const next = change(record);
				if (!await this.#replace(address, sealed, next)) continue;
				if (next?.login !== record?.login) this.changes.tell({
					address,
					record: next
				});
				return record;
			}
		});
	}
	async list() {
		const ids = (await this.#store.ids()).filter((id) => id !== KEY_CHECK && !isBrief(id));
		return (await Promise.all(ids.map((id) => this.#store.read(id)))).flatMap((sealed) => sealed === void 0 ? [] : [addressOf(sealed)]);
	}
	async withFreshToken(address, refresh, options = {}) {
		const isGood = (record) => record !== void 0 && record.accessToken !== options.refused && isFresh(record);
		const stored = await this.read(address);
		if (isGood(stored)) return stored;
		const id = idOf(address);
		const running = this.#running.get(id);
		if (running !== void 0) return await running;
		const work = this.#refresh(address, refresh, {
			isGood,
			signal: options.signal
		});
		this.#running.set(id, work);
		try {
			return await work;
		} finally {
			this.#running.delete(id);
		}
	}
	async close() {
		await this.#store.close();
	}
	async #refresh(address, refresh, { isGood, signal }) {
		let found;
		const isDone = async () => isGood(found = await this.read(address));
		return await this.#locked(idOf(address), signal, async () => {
			const before = await this.#read(address);
			const login = before.record?.login;
			if (isGood(before.record)) return before.record;
			let record;
			try {
				record = {
					...await refresh(before.record),
					login
				};
			} catch (thrown) {
				const now = await this.#read(address);
				if (now.sealed !== before.sealed && isGood(now.record)) return now.record;
				throw thrown;
			}
			return await this.#keep(address, before.sealed, record) ? record : await this.read(address) ?? record;
		}, isDone) ?? found;
	}
	async #read(address) {
		const sealed = await this.#store.read(idOf(address));
		if (sealed === void 0) return {
			sealed,
			record: void 0
		};
		return {
			sealed,
			record: JSON.parse(unseal(this.#key, address, sealed))
		};
	}
	async #replace(address, expected, next) {
		const sealed = next === void 0 ? void 0 : seal(this.#key, address, JSON.stringify(next));
		return await this.#store.replace(idOf(address), expected, sealed);
	}
	async #keep(address, expected, record) {
		for (let attempt = 0;; attempt++) try {
			return await this.#replace(address, expected, record);
		} catch (thrown) {
			if (attempt >= PAUSES_TO_KEEP.length) throw thrown;
			await delay(PAUSES_TO_KEEP[attempt] ?? 0);
		}
	}
	async #locked(id, signal, run, isDone = async () => false) {
		const lock = await this.#lock(id, signal, isDone);
		if (lock === void 0) return void 0;
		try {
			return await run();
		} finally {
			await lock.release();
		}
	}
	async #lock(id, signal, isDone) {
		const end = performance.now() + LONGEST_WAIT;
		for (;;) {
			signal?.throwIfAborted();
			const lock = await this.#store.tryLock(id);
			if (lock !== void 0) return lock;
			if (performance.now() > end) {
				const message = `Another process has held a login in the vault (${this.#store.location}) for ${LONGEST_WAIT / 1e3} s.`;
				throw new CallError("TIMEOUT", message, void 0, { phase: "notStarted" });
			}
			await delay(SHORTEST_PAUSE + Math.random() * PAUSE_SPREAD, signal);
			if (await isDone()) return void 0;
		}
	}
};
function idOf({ source, identity }) {
	const { createHash } = process.getBuiltinModule("node:crypto");
	return createHash("sha256").update(JSON.stringify([source, identity])).digest("hex").slice(0, 40);
}
// src/vault/open-vault.ts
async function openVault({ folder, store, key }) {
	if (store !== void 0) {
		if (key !== void 0) return await Vault.open(store, keyFromText(key));
		const message = `A vault that several hubs share needs a key that they share: set ${KEY_VARIABLE} for each of them.`;
		throw new CallError("EXECUTION_ERROR", message, void 0, { phase: "notStarted" });
	}
	const given = key === void 0 ? void 0 : keyFromText(key);
	const files = await openFileStore(folder);
	return await Vault.open(files, given ?? await keyFromFile(`${folder}/key`));
}
export { openVault };

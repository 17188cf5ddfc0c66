import { O as delay, ln as CallError, o as didYouMean } from "./client-D7eheyo4.js";
// src/cli/backend/hub-logins.ts
const PAUSE = 1e3;
var RemoteLogins = class {
	#hub;
	constructor(hub) {
		this.#hub = hub;
	}
	async list() {
		return (await this.#hub.ask("GET", "~/logins")).logins;
	}
	async logIn(source, { show, showCode, signal }) {
		if (showCode !== void 0) throw new CallError("VALIDATION_ERROR", "--device is for logins of the config: a hub has a page for any browser.");
		const { page, state } = await this.#find(source);
		if (page === void 0) throw new CallError("PROTOCOL_ERROR", "The hub does not say where to log in.");
		if (state !== "logged in") await show(new URL(page));
		for (;;) {
			const { page: _page, ...status } = await this.#find(source);
			if (status.state === "logged in") return status;
			await delay(PAUSE, signal);
		}
	}
	async logOut(source) {
		await this.#find(source);
		return await this.#hub.ask("DELETE", `~/logins/${encodeURIComponent(source)}`);
	}
	async close() {}
	async #find(source) {
		const logins = await this.list();
		const found = logins.find((login) => login.source === source);
		if (found !== void 0) return found;
		const hint = didYouMean(source, logins.map((login) => login.source));
		throw new CallError("VALIDATION_ERROR", `You can log in to no source ${source} of this hub.${hint}`);
	}
};
export { RemoteLogins };

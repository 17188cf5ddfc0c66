import { O as delay, dn as messageOf, ft as identityKey, ln as CallError } from "./client-D7eheyo4.js";
import { h as loginRequired, m as isLoginRequired } from "./hub-shared-evUMSPIC.js";
import { r as reachOf, t as connectWithin } from "./guarded-connection-Dz1tBV87.js";
import { H as isFresh } from "./hub-sources-fie4hXTD.js";
// src/sources/login/stored-login.ts
const RECHECK = 5e3;
var StoredLogin = class {
	#options;
	#known;
	#tokens = 0;
	#checkedAt = -Infinity;
	#checkedChanges;
	constructor(options) {
		this.#options = options;
	}
	get address() {
		return this.#options.address;
	}
	get known() {
		return this.#known;
	}
	token() {
		const isChecked = performance.now() - this.#checkedAt < RECHECK && this.#checkedChanges === this.#options.vault.changes?.count;
		const known = this.#known;
		const isGood = known === void 0 ? this.#options.isRequired !== true : isFresh(known);
		return isChecked && isGood ? known?.accessToken : this.#lookedUp();
	}
	async #lookedUp() {
		try {
			return await this.#look();
		} catch (thrown) {
			if (isLoginRequired(thrown) || this.#known === void 0 || !isFresh(this.#known)) throw thrown;
			return this.#known.accessToken;
		}
	}
	async #look() {
		const changes = this.#options.vault.changes?.count;
		const vault = await this.#options.vault.openExisting();
		const stored = await vault?.read(this.#options.address);
		this.#keep(stored);
		this.#checkedChanges = changes;
		if (stored === void 0 && this.#options.isRequired === true) throw this.#lost();
		if (vault === void 0 || stored === void 0 || isFresh(stored)) return stored?.accessToken;
		return (await this.#refresh(vault)).accessToken;
	}
	get tokens() {
		return this.#tokens;
	}
	get mayHaveEnded() {
		return this.#known !== void 0 && mayBeOver(this.#known);
	}
	async renew(token) {
		const { vault: access, isUnattended, address } = this.#options;
		const vault = isUnattended ? await access.open() : await access.openExisting();
		const stored = await vault?.read(address);
		if (vault === void 0 || stored === void 0 && !isUnattended) throw this.#lost();
		const hadEnded = stored !== void 0 && (stored.accessToken !== token || mayBeOver(stored));
		await this.#refresh(vault, token);
		return hadEnded;
	}
	async note(change) {
		await (await this.#options.vault.openExisting())?.change(this.#options.address, (record) => record === void 0 ? void 0 : change(record));
	}
	async #refresh(vault, refused) {
		const { address, refresh, name } = this.#options;
		try {
			const record = await vault.withFreshToken(address, async (before) => await sinceAsked(refresh, before), { refused });
			this.#keep(record);
			return record;
		} catch (thrown) {
			if (isLoginRequired(thrown)) throw this.#lost(thrown);
			const known = this.#known;
			if (known !== void 0 && known.accessToken !== refused && !isOver(known)) return known;
			const message = `The login to ${name} can't be renewed: ${messageOf(thrown)}`;
			throw new CallError("CONNECTION_LOST", message, void 0, {
				phase: "notStarted",
				cause: thrown
			});
		}
	}
	#lost(given) {
		const { name, url, onLost } = this.#options;
		this.#keep(void 0);
		const page = url?.();
		const error = given !== void 0 && page === void 0 ? given : loginRequired({
			source: name,
			url: page,
			why: given === void 0 ? void 0 : "the last login has ended",
			cause: given
		});
		onLost?.(error);
		return error;
	}
	#keep(record) {
		if (record?.accessToken !== this.#known?.accessToken) this.#tokens += 1;
		this.#known = record;
		this.#checkedAt = performance.now();
	}
};
async function sinceAsked(refresh, before) {
	const askedAt = Date.now();
	const record = await refresh(before);
	if (record.expiresAt === void 0) return record;
	const onItsWay = Math.max(0, record.savedAt - askedAt);
	return {
		...record,
		savedAt: record.savedAt - onItsWay,
		expiresAt: record.expiresAt - onItsWay
	};
}
function isOver({ expiresAt }) {
	return expiresAt !== void 0 && Date.now() >= expiresAt;
}
function mayBeOver({ expiresAt }) {
	return expiresAt !== void 0 && Date.now() >= expiresAt - 1e3;
}
// src/sources/login/caller-logins.ts
function loginOf(name, identity, callers) {
	if (identity === void 0) throw loginRequired({
		source: name,
		why: "each caller has its own, and this call has no identity"
	});
	return {
		owner: callers?.ownerOf?.(identity) ?? identityKey(identity),
		page: () => callers?.pageFor?.(identity)
	};
}
const MOST_CALLERS = 1e4;
var CallerLogins = class {
	#options;
	#known = /* @__PURE__ */ new Map();
	constructor(options) {
		this.#options = options;
	}
	of(identity) {
		const { name, key, callers, vault, refresh } = this.#options;
		const { owner, page } = loginOf(name, identity, callers);
		const known = this.#known.get(owner);
		if (known !== void 0) return known;
		const login = new StoredLogin({
			name,
			address: {
				source: key,
				identity: owner
			},
			vault,
			refresh,
			isUnattended: false,
			isRequired: true,
			url: page
		});
		const [oldest] = this.#known.keys();
		if (this.#known.size >= MOST_CALLERS && oldest !== void 0) this.#known.delete(oldest);
		this.#known.set(owner, login);
		return login;
	}
	token(identity) {
		return this.of(identity).token();
	}
};
// src/sources/login/login-fetch.ts
const TIMEOUT = 3e4;
const LOOPBACK = /^(?:localhost|.*\.localhost|127\.0\.0\.1|\[::1\])$/;
function createLoginFetch(service, signal) {
	const reach = reachOf(service);
	return async (input, init = {}) => {
		const url = new URL(input instanceof Request ? input.url : input);
		if (reachOf(url) > reach) throw new TypeError(`${service.host} names ${url.host} for its login, which is in a private network`);
		if (url.protocol !== "https:" && !LOOPBACK.test(url.hostname) && reach !== 2) throw new TypeError(`${service.host} names ${url.origin} for its login, which is not encrypted`);
		const signals = [
			AbortSignal.timeout(TIMEOUT),
			signal,
			init.signal
		].filter((one) => one !== void 0 && one !== null);
		return await globalThis.fetch(input, {
			...init,
			signal: AbortSignal.any(signals),
			...connectWithin(reach)
		});
	};
}
// src/sources/login/revoke-tokens.ts
async function revokeTokens({ server, client, record, fetch: send }) {
	const { issuer, revocation_endpoint } = server;
	if (revocation_endpoint === void 0) return false;
	const oauth = await import("oauth4webapi");
	const { client_id, client_secret } = client;
	const proof = client_secret === void 0 ? oauth.None() : oauth.ClientSecretBasic(client_secret);
	const token = record.refreshToken ?? record.accessToken;
	const hint = record.refreshToken === void 0 ? "access_token" : "refresh_token";
	const answer = await oauth.revocationRequest({
		issuer,
		revocation_endpoint
	}, { client_id }, proof, token, {
		additionalParameters: { token_type_hint: hint },
		[oauth.customFetch]: (url, init) => send(url, init),
		[oauth.allowInsecureRequests]: true
	});
	await oauth.processRevocationResponse(answer);
	return true;
}
// src/sources/login/device-login.ts
const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";
const DEFAULT_INTERVAL = 5;
const SLOWER = 5;
const LONGEST_INTERVAL = 60;
async function logInByDevice(options) {
	const { name, server, client, proof, parameters, steps, boundTo } = options;
	const oauth = await import("oauth4webapi");
	if (server.device_authorization_endpoint === void 0) throw new CallError("VALIDATION_ERROR", `The server of ${name} has no device flow: log in without --device.`);
	const request = {
		[oauth.allowInsecureRequests]: true,
		[oauth.customFetch]: (url, init) => options.fetch(url, init)
	};
	const begun = await oauth.deviceAuthorizationRequest(server, client, proof, parameters, request);
	const asked = await oauth.processDeviceAuthorizationResponse(server, client, begun);
	const { device_code, user_code: code, verification_uri, verification_uri_complete, expires_in } = asked;
	await steps.showCode?.({
		code,
		url: new URL(verification_uri),
		complete: urlOf(verification_uri_complete)
	});
	let interval = Math.min(asked.interval ?? DEFAULT_INTERVAL, LONGEST_INTERVAL);
	const end = performance.now() + expires_in * 1e3;
	const { resource } = parameters;
	const additionalParameters = resource === void 0 ? {} : { resource };
	const DPoP = boundTo && oauth.DPoP(client, boundTo);
	const grant = {
		...request,
		additionalParameters,
		...DPoP === void 0 ? {} : { DPoP }
	};
	const ask = async () => {
		const answer = await oauth.deviceCodeGrantRequest(server, client, proof, device_code, grant);
		return await oauth.processDeviceCodeResponse(server, client, answer);
	};
	while (performance.now() < end) {
		await delay(interval * 1e3, steps.signal);
		try {
			return await ask().catch((thrown) => oauth.isDPoPNonceError(thrown) ? ask() : Promise.reject(thrown));
		} catch (thrown) {
			if (!(thrown instanceof oauth.ResponseBodyError)) throw thrown;
			if (thrown.error === "slow_down") interval = Math.min(interval + SLOWER, LONGEST_INTERVAL);
			else if (thrown.error !== "authorization_pending") throw thrown;
		}
	}
	throw new CallError("TIMEOUT", `The code of ${name} has expired before it was entered.`);
}
function urlOf(text) {
	return text !== void 0 && URL.canParse(text) ? new URL(text) : void 0;
}
export { CallerLogins as a, createLoginFetch as i, logInByDevice as n, loginOf as o, revokeTokens as r, StoredLogin as s, DEVICE_GRANT as t };

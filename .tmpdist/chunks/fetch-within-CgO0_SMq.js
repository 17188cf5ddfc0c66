import { I as failureCode } from "./client-D7eheyo4.js";
import { r as reachOf, t as connectWithin } from "./guarded-connection-Dz1tBV87.js";
// src/sources/openapi/document/fetch-within.ts
const MOST_REDIRECTS = 10;
const REDIRECTS = /* @__PURE__ */ new Set([
	301,
	302,
	303,
	307,
	308
]);
async function fetchWithin(url, options) {
	let current = new URL(url);
	let limit = 2;
	for (let hops = 0;; hops += 1) {
		const { response, reach } = await fetchOnce(current, limit, options);
		const location = REDIRECTS.has(response.status) ? response.headers.get("location") : null;
		if (location === null) return {
			response,
			reach,
			url: response.url || current.href
		};
		await response.body?.cancel().catch(() => void 0);
		if (!options.redirected) throw new Error("it was redirected");
		if (hops === MOST_REDIRECTS) throw new Error(`it was redirected more than ${MOST_REDIRECTS} times`);
		current = targetOf(location, current);
		if (options.config.allowPrivateNetwork !== true) limit = reach;
	}
}
async function fetchOnce(url, limit, { config, redirected, init }) {
	const fetch = config.fetch ?? globalThis.fetch;
	for (let reach = reachOf(url); reach <= limit; reach += 1) {
		const guard = config.fetch === void 0 ? connectWithin(reach) : {};
		const manual = {
			...init,
			...guard,
			redirect: "manual"
		};
		try {
			const response = await fetch(url.href, manual);
			return {
				response: response.type === "opaqueredirect" && redirected ? await fetch(url.href, {
					...manual,
					redirect: "follow"
				}) : response,
				reach
			};
		} catch (thrown) {
			if (failureCode(thrown) !== "ERR_PRIVATE_ADDRESS") throw thrown;
		}
	}
	const message = `it was redirected to ${url.origin}, a private address. \`allowPrivateNetwork\` would permit it`;
	throw new Error(message);
}
function targetOf(location, from) {
	if (!URL.canParse(location, from)) throw new Error("it was redirected to something that is not a URL");
	const url = new URL(location, from);
	if (url.protocol !== "http:" && url.protocol !== "https:") throw new Error(`it was redirected to ${url.protocol}`);
	return url;
}
export { fetchWithin };

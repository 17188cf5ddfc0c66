import { n as openLogins } from "./hub-DdUAW9QA.js";
import { O as openConfig, S as hubKey, x as hubAddress } from "./command-call-oK2uQUrh.js";
// src/cli/backend/open-logins.ts
async function openOwnLogins({ options, terminal, signal }) {
	const url = hubAddress(options, terminal.env);
	if (url === void 0) return openLogins(await openConfig({
		options,
		terminal
	}));
	const [{ HubBackend }, { RemoteLogins }] = await Promise.all([import("./hub-backend-PqJR40Ye.js"), import("./hub-logins-dUtwpFJ4.js")]);
	return new RemoteLogins(new HubBackend({
		url,
		key: await hubKey(url, options, terminal.env),
		signal
	}));
}
export { openOwnLogins as t };

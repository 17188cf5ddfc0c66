import { dn as messageOf, ln as CallError } from "./client-D7eheyo4.js";
import { h as loginRequired } from "./hub-shared-evUMSPIC.js";
import { a as CallerLogins, i as createLoginFetch, n as logInByDevice, r as revokeTokens, s as StoredLogin, t as DEVICE_GRANT } from "./device-login-y9eqlOdx.js";
import { V as isUnattended } from "./sources-shared-BInmFICZ.js";
// src/sources/login/oauth-server.ts
async function findServer({ issuer, authorizationUrl, tokenUrl }, described, send) {
	const oauth = await import("oauth4webapi");
	const discover = async (address) => {
		for (const algorithm of ["oidc", "oauth2"]) {
			const response = await oauth.discoveryRequest(address, {
				algorithm,
				[oauth.customFetch]: (url, { body: _none, ...init }) => send(url, init),
				[oauth.allowInsecureRequests]: true
			});
			if (response.status === 200) return await oauth.processDiscoveryResponse(address, response);
			await response.body?.cancel();
		}
		throw new CallError("EXECUTION_ERROR", `${address.href} has no metadata of an authorization server.`);
	};
	if (tokenUrl !== void 0) return endpoints({
		authorizationUrl,
		tokenUrl
	}, issuer);
	if (issuer !== void 0) return await discover(new URL(issuer));
	const found = await described();
	const { openIdConnectUrl } = found;
	if (openIdConnectUrl !== void 0) return await discover(new URL(openIdConnectUrl.replace(/\/\.well-known\/openid-configuration$/, "") || "/"));
	return endpoints(found, void 0);
}
function endpoints({ authorizationUrl, tokenUrl }, issuer) {
	if (tokenUrl === void 0 || !URL.canParse(tokenUrl)) throw new CallError("VALIDATION_ERROR", "It is not known where to log in: the document does not say it. Set oauth.issuer, or oauth.tokenUrl.");
	return {
		issuer: issuer ?? new URL(tokenUrl).origin,
		token_endpoint: tokenUrl,
		...authorizationUrl === void 0 ? {} : { authorization_endpoint: authorizationUrl }
	};
}
// src/sources/login/oauth-login.ts
const LOOPBACK = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])[:/]/;
const FINAL_ERRORS = /* @__PURE__ */ new Set([
	"invalid_grant",
	"invalid_client",
	"unauthorized_client"
]);
async function logInByOAuth(options, steps, earlier) {
	const oauth = await import("oauth4webapi");
	if (isUnattended(options.oauth)) return await logInClient(oauth, options, await findServer(options.oauth, options.described, options.fetch));
	if (steps.showCode !== void 0) return await logInWithCode(oauth, options, {
		steps,
		earlier
	});
	const { address, pending } = await beginByOAuth(options, steps.redirectUrl, earlier);
	return await finishByOAuth(options, pending, await steps.authorize(address));
}
async function beginByOAuth(options, redirectUrl, earlier) {
	const { oauth: config, described, name } = options;
	const oauth = await import("oauth4webapi");
	const server = await findServer(config, described, options.fetch);
	if (server.authorization_endpoint === void 0) throw new CallError("VALIDATION_ERROR", `It is not known where people log in to ${name}: set oauth.issuer.`);
	const client = await clientFor(oauth, {
		options,
		server,
		redirectUrl,
		earlier
	});
	const verifier = oauth.generateRandomCodeVerifier();
	const state = oauth.generateRandomState();
	const scope = config.scopes?.join(" ");
	const nonce = config.scopes?.includes("openid") === true ? oauth.generateRandomNonce() : void 0;
	const address = new URL(server.authorization_endpoint);
	const parameters = {
		client_id: client.client_id,
		redirect_uri: redirectUrl,
		response_type: "code",
		code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
		code_challenge_method: "S256",
		state,
		...scope === void 0 ? {} : { scope },
		...nonce === void 0 ? {} : { nonce }
	};
	for (const [field, value] of Object.entries(parameters)) address.searchParams.set(field, value);
	return {
		address,
		pending: {
			server,
			client,
			redirectUrl,
			verifier,
			state,
			nonce
		}
	};
}
async function finishByOAuth({ oauth: config, name, fetch: send }, pending, answer) {
	const { server, client, redirectUrl, verifier, state, nonce } = pending;
	const oauth = await import("oauth4webapi");
	const request = requestOptions(oauth, send);
	try {
		if (config.issuer === void 0 && server.response_types_supported === void 0) answer.delete("iss");
		const checked = oauth.validateAuthResponse(server, client, answer, state);
		const proof = await proofOf(oauth, config, client);
		const response = await oauth.authorizationCodeGrantRequest(server, client, proof, checked, redirectUrl, verifier, request);
		const expected = nonce === void 0 ? {} : {
			expectedNonce: nonce,
			requireIdToken: true
		};
		return toRecord(await oauth.processAuthorizationCodeResponse(server, client, response, expected), {
			server,
			client,
			redirectUrl
		}, config.scopes?.join(" "));
	} catch (cause) {
		throw refusal(oauth, name, cause);
	}
}
async function logInWithCode(oauth, options, { steps, earlier }) {
	const { name, oauth: config, fetch: send } = options;
	const server = await findServer(config, options.described, send);
	const { redirectUrl } = steps;
	const client = await clientFor(oauth, {
		options,
		server,
		redirectUrl,
		earlier,
		grants: [DEVICE_GRANT]
	});
	const scope = config.scopes?.join(" ");
	const parameters = scope === void 0 ? {} : { scope };
	const proof = await proofOf(oauth, config, client);
	try {
		return toRecord(await logInByDevice({
			name,
			server,
			client,
			proof,
			parameters,
			fetch: send,
			steps
		}), {
			server,
			client,
			redirectUrl
		}, scope);
	} catch (cause) {
		if (cause instanceof CallError || steps.signal.aborted) throw cause;
		throw refusal(oauth, name, cause);
	}
}
async function refreshByOAuth(options, record) {
	const { name, oauth: config } = options;
	const oauth = await import("oauth4webapi");
	if (isUnattended(config)) return await logInClient(oauth, options, await findServer(config, options.described, options.fetch));
	if (record?.refreshToken === void 0) throw loginRequired({
		source: name,
		why: "the login has ended"
	});
	const state = record.state;
	const { server, client } = state;
	const proof = await proofOf(oauth, config, client);
	const request = requestOptions(oauth, options.fetch);
	try {
		const response = await oauth.refreshTokenGrantRequest(server, client, proof, record.refreshToken, request);
		const tokens = await oauth.processRefreshTokenResponse(server, client, response);
		return toRecord({
			refresh_token: record.refreshToken,
			...tokens
		}, state, record.scope);
	} catch (cause) {
		throw cause instanceof oauth.ResponseBodyError && FINAL_ERRORS.has(cause.error) ? loginRequired({
			source: name,
			why: "the server no longer accepts the last login",
			cause
		}) : cause;
	}
}
async function logInClient(oauth, { oauth: config, fetch: send, name }, server) {
	const client = ownClient(config);
	if (client === void 0) throw new CallError("VALIDATION_ERROR", `oauth.clientId is missing in the config of ${name}.`);
	const scope = config.scopes?.join(" ");
	const parameters = scope === void 0 ? {} : { scope };
	const proof = await proofOf(oauth, config, client);
	const request = requestOptions(oauth, send);
	const response = await oauth.clientCredentialsGrantRequest(server, client, proof, parameters, request);
	return toRecord(await oauth.processClientCredentialsResponse(server, client, response), {
		server,
		client
	}, scope);
}
async function clientFor(oauth, { options, server, redirectUrl, earlier, grants = [] }) {
	const own = ownClient(options.oauth);
	if (own !== void 0) return own;
	const known = earlier?.state;
	if (known?.redirectUrl === redirectUrl && known.server.issuer === server.issuer) return known.client;
	if (server.registration_endpoint === void 0) throw new CallError("VALIDATION_ERROR", `${options.name} gives no client by registration: set oauth.clientId.`);
	const metadata = {
		client_name: "operations",
		redirect_uris: [redirectUrl],
		grant_types: [
			"authorization_code",
			"refresh_token",
			...grants
		],
		response_types: ["code"],
		application_type: LOOPBACK.test(redirectUrl) ? "native" : "web",
		token_endpoint_auth_method: "none"
	};
	const response = await oauth.dynamicClientRegistrationRequest(server, metadata, {
		[oauth.customFetch]: (url, init) => options.fetch(url, init),
		[oauth.allowInsecureRequests]: true
	});
	const { client_id, client_secret } = await oauth.processDynamicClientRegistrationResponse(response);
	return {
		client_id,
		...typeof client_secret === "string" ? { client_secret } : {}
	};
}
function ownClient({ clientId }) {
	return clientId === void 0 ? void 0 : { client_id: clientId };
}
async function proofOf(oauth, config, client) {
	const { privateKey, algorithm = "ES256", clientSecret = client.client_secret } = config;
	if (privateKey !== void 0) {
		const { importPKCS8 } = await import("jose");
		return oauth.PrivateKeyJwt(await importPKCS8(privateKey, algorithm));
	}
	return clientSecret === void 0 ? oauth.None() : oauth.ClientSecretBasic(clientSecret);
}
function requestOptions(oauth, send) {
	return {
		[oauth.customFetch]: (url, init) => send(url, init),
		[oauth.allowInsecureRequests]: true
	};
}
function toRecord(tokens, state, asked) {
	const savedAt = Date.now();
	const { access_token, refresh_token, expires_in, scope = asked } = tokens;
	return {
		accessToken: access_token,
		savedAt,
		state,
		...scope === void 0 ? {} : { scope },
		...refresh_token === void 0 ? {} : { refreshToken: refresh_token },
		...expires_in === void 0 ? {} : { expiresAt: savedAt + expires_in * 1e3 }
	};
}
function refusal(oauth, name, cause) {
	const why = cause instanceof oauth.AuthorizationResponseError || cause instanceof oauth.ResponseBodyError ? cause.error_description ?? cause.error : messageOf(cause);
	return new CallError("ACCESS_DENIED", `The server of ${name} refused the login: ${why.slice(0, 300)}`, void 0, { cause });
}
// src/sources/openapi/openapi-flows.ts
function createFlows(login) {
	const options = optionsFor(login);
	return {
		logIn: (steps, earlier) => logInByOAuth(options, steps, earlier),
		begin: (redirectUrl, earlier) => beginByOAuth(options, redirectUrl, earlier),
		finish: (pending, answer) => finishByOAuth(options, pending, answer),
		revoke(record) {
			const { server, client } = record.state;
			const proven = {
				client_secret: options.oauth.clientSecret,
				...client
			};
			return revokeTokens({
				server,
				client: proven,
				record,
				fetch: options.fetch
			});
		}
	};
}
async function openCredential(login, { key, vault, callers, stateChanged }) {
	const { name, api } = login;
	const options = optionsFor(login);
	const refresh = async (record) => await refreshByOAuth(options, record);
	if (api.login === "caller") {
		const logins = new CallerLogins({
			name,
			key,
			vault,
			callers,
			refresh
		});
		return {
			type: "bearer",
			token: (identity) => logins.token(identity),
			onRefused: (refused, identity) => logins.of(identity).renew(refused)
		};
	}
	const stored = new StoredLogin({
		name,
		address: {
			source: key,
			identity: ""
		},
		vault,
		isUnattended: isUnattended(options.oauth),
		refresh,
		onLost: (error) => void setTimeout(() => stateChanged({
			state: "failed",
			error
		}))
	});
	const token = () => {
		const known = stored.token();
		return typeof known === "string" ? known : orFirst(known);
	};
	const orFirst = async (given) => {
		const known = await given;
		if (known !== void 0) return known;
		await stored.renew(void 0);
		const first = await stored.token();
		if (first === void 0) throw loginRequired({ source: name });
		return first;
	};
	await token();
	return {
		type: "bearer",
		token,
		onRefused: (refused) => stored.renew(refused)
	};
}
function optionsFor({ name, api, load, signal }) {
	const { oauth = {}, baseUrl, document, allowPrivateNetwork } = api;
	const named = oauth.tokenUrl ?? oauth.issuer ?? baseUrl ?? document;
	const service = new URL(allowPrivateNetwork === true || !URL.canParse(named) ? "http://127.0.0.1" : named);
	return {
		name,
		oauth,
		described: () => describedBy(api, load),
		fetch: createLoginFetch(service, signal)
	};
}
async function describedBy({ oauth = {}, baseUrl, allowedOrigins = [] }, load) {
	const { logins } = await load();
	const found = logins.find(({ authorizationUrl, openIdConnectUrl }) => authorizationUrl ?? openIdConnectUrl) ?? logins[0];
	const base = baseUrl !== void 0 && URL.canParse(baseUrl) ? baseUrl : void 0;
	const at = (url) => url !== void 0 && URL.canParse(url, base) ? new URL(url, base).href : void 0;
	const described = {
		authorizationUrl: at(found?.authorizationUrl),
		tokenUrl: at(found?.tokenUrl),
		openIdConnectUrl: at(found?.openIdConnectUrl)
	};
	const receiver = described.openIdConnectUrl ?? described.tokenUrl;
	const trusted = [...base === void 0 ? [] : [base], ...allowedOrigins].map((url) => new URL(url).origin);
	if ((oauth.clientSecret !== void 0 || oauth.privateKey !== void 0) && receiver !== void 0 && !trusted.includes(new URL(receiver).origin)) {
		const message = `The document sends the client's secret to ${new URL(receiver).origin}: set oauth.tokenUrl or oauth.issuer if it should.`;
		throw new CallError("VALIDATION_ERROR", message);
	}
	return described;
}
export { createFlows, openCredential };

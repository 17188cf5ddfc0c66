import { ln as CallError } from "./client-D7eheyo4.js";
import { I as builtinModule, n as assertClaims } from "./core-CcxVOvtt.js";
// src/protocol/identity/text-seal.ts
const PURPOSE = "operations: seal of a bus, version 1";
const SEAL_LENGTH = 43;
function createTextSeal(secret) {
	const { createHmac, createSecretKey, timingSafeEqual } = nodeCrypto();
	const key = createSecretKey(createHmac("sha256", secret).update(PURPOSE).digest());
	const encoder = new TextEncoder();
	const sealOf = (topic, text) => createHmac("sha256", key).update(`${topic}\n`).update(text).digest("base64url");
	return {
		length: SEAL_LENGTH,
		seal: (topic, text) => `${sealOf(topic, text)}${text}`,
		open(topic, sealed) {
			const given = encoder.encode(sealed.slice(0, SEAL_LENGTH));
			if (given.length !== SEAL_LENGTH) return void 0;
			const text = sealed.slice(SEAL_LENGTH);
			return timingSafeEqual(given, encoder.encode(sealOf(topic, text))) ? text : void 0;
		}
	};
}
function nodeCrypto() {
	const found = builtinModule("node:crypto");
	if (found !== void 0) return found;
	throw new CallError("VALIDATION_ERROR", "A bus with a secret needs Node 20.19 or newer, Bun or Deno.");
}
// src/protocol/identity/signed-identity.ts
const LEAST_SECRET_BYTES = 32;
const DEFAULT_LIFE = 6e4;
const CLOCK_TOLERANCE = 5;
function signedIdentity(options) {
	const { identity: own, lifeMs = DEFAULT_LIFE } = options;
	const keys = readKeys(options);
	const { secret } = keys;
	return {
		shared: secret && {
			identity: own,
			createSeal: () => createTextSeal(secret)
		},
		async sign(audience, identity = own) {
			if (identity === void 0 || keys.signing === void 0) return void 0;
			const { SignJWT, importJWK } = await import("jose");
			assertClaims(identity);
			const { id, issuer, scopes, resources, claims } = identity;
			const expiresAt = Math.min(Date.now() + lifeMs, identity.expiresAt ?? Infinity);
			const key = isJWK(keys.signing) ? await importJWK(keys.signing, keys.algorithm) : keys.signing;
			return {
				token: await new SignJWT({
					scopes: [...scopes],
					...issuer !== void 0 && { issuer },
					...resources && { resources },
					...claims && { claims }
				}).setProtectedHeader({ alg: keys.algorithm }).setSubject(id).setAudience(audience).setIssuedAt().setExpirationTime(Math.floor(expiresAt / 1e3)).sign(key),
				expiresAt
			};
		},
		async verify(token, audience) {
			const { jwtVerify, importJWK } = await import("jose");
			let failure;
			for (const key of keys.verifying) try {
				const { payload } = await jwtVerify(token, isJWK(key) ? await importJWK(key, keys.algorithm) : key, {
					audience,
					algorithms: [keys.algorithm],
					requiredClaims: [
						"sub",
						"aud",
						"exp"
					],
					clockTolerance: CLOCK_TOLERANCE
				});
				return {
					identity: toIdentity(payload),
					expiresAt: ((payload.exp ?? 0) + CLOCK_TOLERANCE) * 1e3
				};
			} catch (thrown) {
				failure = thrown;
			}
			throw new CallError("UNAUTHENTICATED", "The token of the call is not valid.", void 0, { cause: failure });
		}
	};
}
function readKeys({ secret, privateKey, publicKeys }) {
	if (secret === void 0) return {
		algorithm: "EdDSA",
		signing: privateKey,
		verifying: publicKeys ?? []
	};
	const bytes = typeof secret === "string" ? new TextEncoder().encode(secret) : secret;
	if (bytes.length < LEAST_SECRET_BYTES) throw new CallError("VALIDATION_ERROR", `The secret has ${bytes.length} bytes: give at least ${LEAST_SECRET_BYTES}.`);
	return {
		secret: bytes,
		algorithm: "HS256",
		signing: bytes,
		verifying: [bytes]
	};
}
function isJWK(key) {
	return "kty" in key && typeof key.kty === "string";
}
function toIdentity(payload) {
	const { sub, issuer, scopes, resources, claims } = payload;
	return {
		id: String(sub),
		...typeof issuer === "string" ? { issuer } : {},
		scopes: Object.freeze(Array.isArray(scopes) ? scopes.filter((scope) => typeof scope === "string") : []),
		...isRecord(resources) ? { resources } : {},
		...isRecord(claims) ? { claims } : {}
	};
}
function isRecord(value) {
	return typeof value === "object" && value !== null;
}
export { signedIdentity as t };

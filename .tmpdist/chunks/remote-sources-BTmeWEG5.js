import { O as delay, dn as messageOf, ln as CallError } from "./client-D7eheyo4.js";
import { t as openWebSocket } from "./open-websocket-DRCVE7yM.js";
import { y as OperationRegistry } from "./core-CcxVOvtt.js";
import { _ as matchesOperation } from "./hub-shared-evUMSPIC.js";
import { I as node } from "./hub-sources-fie4hXTD.js";
import { t as signedIdentity } from "./signed-identity-jUIVda0a.js";
import { t as PacedCall } from "./paced-call-BKFfizSk.js";
import { n as createNodeWebSocket } from "./node-websocket-pCFlDxRg.js";
import { n as createPeerChannel } from "./node-websocket-channel-l5TZBruh.js";
import { n as Spoke, t as connectSpoke } from "./connect-spoke-C1ootv04.js";
// src/hub/sources/imported-operations.ts
const PAUSE = 100;
var ImportedOperations = class {
	registry = new OperationRegistry();
	#telling;
	#stop;
	constructor(changed) {
		this.#telling = new PacedCall(PAUSE, changed);
		this.#stop = this.registry.onChange(() => this.#telling.request());
	}
	get operations() {
		return this.registry.list();
	}
	settled(peer) {
		const reading = peer.settled();
		if (reading !== void 0) return reading.then(() => this.#telling.flush());
		this.#telling.flush();
	}
	stop() {
		this.#stop();
		this.#telling.stop();
	}
};
// src/hub/sources/offered-by.ts
function offeredBy(patterns = []) {
	const matches = matchesOperation(patterns);
	return (spec) => spec.origin?.source !== "remote" && matches(spec);
}
// src/hub/sources/bus-source.ts
const TIME_TO_MEET = 250;
const natsSource = { async open(config, context) {
	const { natsBus } = await import("./nats-bus-DArwdE00.js");
	const servers = [config.servers].flat();
	const { user, pass } = credentialsOf(servers[0] ?? "");
	return await join(await natsBus({
		servers: servers.map((server) => server.replace(/^(\w+:\/\/)[^@/]*@/, "$1")),
		user,
		pass,
		token: config.token
	}), config, context);
} };
const redisSource = { async open(config, context) {
	const { redisBus } = await import("./redis-bus-dRib1aaQ.js");
	return await join(await redisBus({ url: config.url }), config, context);
} };
function credentialsOf(server) {
	if (!URL.canParse(server)) return {};
	const { username, password } = new URL(server);
	return username === "" ? {} : {
		user: decodeURIComponent(username),
		pass: decodeURIComponent(password)
	};
}
async function join(transport, config, context) {
	const { identitySecret: secret, prefix, offer } = config;
	const { name, registry, log, signal, changed, stateChanged } = context;
	const imported = new ImportedOperations(changed);
	const { connectBus } = await import("./bus-peer-iMsWtT9m.js");
	const { signedIdentity } = await import("./signed-identity-BUTPQbjr.js");
	const peer = await connectBus({
		transport,
		registry,
		imports: imported.registry,
		identity: secret === void 0 ? void 0 : signedIdentity({ secret }),
		prefix,
		offer: offeredBy(offer),
		onError: (error) => log("warn", messageOf(error), { source: name })
	});
	try {
		await delay(TIME_TO_MEET, signal);
	} catch (error) {
		imported.stop();
		await peer.close({ graceMs: 0 });
		throw error;
	}
	const stopStates = transport.onState((state) => {
		if (state === "connected") stateChanged({ state: "ready" });
		else if (state === "disconnected") stateChanged({
			state: "connecting",
			error: lost(transport, "lost")
		});
		else if (state === "closed") stateChanged({
			state: "failed",
			error: lost(transport, "closed")
		});
	});
	return {
		get operations() {
			return imported.operations;
		},
		report: () => ({
			quarantined: [],
			findings: secret === void 0 ? [UNSIGNED] : []
		}),
		settled: () => imported.settled(peer),
		stopAnswering: () => peer.stopAnswering(),
		async close(options) {
			imported.stop();
			stopStates();
			await peer.close(options);
		}
	};
}
function lost({ name }, how) {
	return /* @__PURE__ */ new Error(`The connection to ${name} is ${how}.`);
}
const UNSIGNED = {
	kind: "anonymous",
	where: "identitySecret",
	why: "without it no call on the bus has an identity: only operations that ask for no scope can be called"
};
// src/client/connect-trusted-spoke.ts
function connectTrustedSpoke(options, ca) {
	return Spoke.connect({
		...options,
		open: (opening) => openWebSocket(opening, createPeerChannel, ({ url, maxTextBytes }) => createNodeWebSocket(url, maxTextBytes, ca))
	});
}
// src/hub/sources/hub-source.ts
const hubSource = { async open(config, context) {
	const { name, registry, log, signal, folder, changed, stateChanged, serverLog } = context;
	const { identitySecret: secret } = config;
	const imported = new ImportedOperations(changed);
	const options = {
		url: toWebSocketURL(config.url),
		token: config.token,
		identity: secret === void 0 ? void 0 : signedIdentity({ secret }),
		registry,
		offer: offeredBy(config.offer),
		imports: imported.registry,
		onServerLog: serverLog && ((message) => serverLog(message)),
		signal,
		onError: (error, about) => log("debug", error.message, {
			source: name,
			about
		})
	};
	const spoke = config.ca === void 0 ? await connectSpoke(options) : await connectTrustedSpoke(options, await readAuthorities(node.path.resolve(folder, config.ca)));
	const stopStates = spoke.onState(({ state, reason: error = /* @__PURE__ */ new Error(`The connection is ${state}.`) }) => {
		if (state === "connected") stateChanged({ state: "ready" });
		else if (state === "disconnected") stateChanged({
			state: "connecting",
			error
		});
		else if (state === "closed") stateChanged({
			state: "failed",
			error
		});
	});
	return {
		get operations() {
			return imported.operations;
		},
		settled: () => imported.settled(spoke),
		stopAnswering: () => spoke.stopAnswering(),
		async close({ graceMs } = { graceMs: 0 }) {
			imported.stop();
			stopStates();
			await spoke.drain({ graceMs });
		}
	};
} };
async function readAuthorities(file) {
	return await node.files.readFile(file, "utf8").catch((cause) => {
		throw new CallError("EXECUTION_ERROR", `ca can't be read: ${messageOf(cause)}`, void 0, { cause });
	});
}
function toWebSocketURL(address) {
	const url = new URL(address.replace(/^http/i, "ws"));
	if (url.pathname === "/") url.pathname = "/ws";
	return url.href;
}
// src/hub/sources/remote-sources.ts
const REMOTE_SOURCES = {
	hub: hubSource,
	nats: natsSource,
	redis: redisSource
};
export { REMOTE_SOURCES };

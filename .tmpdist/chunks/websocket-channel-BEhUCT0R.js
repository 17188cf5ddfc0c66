import { dn as messageOf, it as LONGEST_TOKEN, ln as CallError, mn as withPhase } from "./client-D7eheyo4.js";
// src/protocol/peers/handshake.ts
const LONGEST_HELLO = 65536;
function assertHello({ peerId, token = "" }) {
	if (peerId.length > 0 && peerId.length <= 128 && token.length <= 16384) return;
	const message = `The handshake cannot be sent: a peerId has 1 to 128 characters, and a token at most ${LONGEST_TOKEN}.`;
	throw new CallError("VALIDATION_ERROR", message);
}
function greet(options, token) {
	new Handshake(options, ({ peerId }) => ({
		id: peerId,
		identity: void 0,
		isTrusted: true
	}));
	options.link.send({
		...ownHello(options),
		...token === void 0 ? {} : { token }
	});
}
function welcome(options) {
	const { link, authenticate, anonymous } = options;
	const address = link.peer.id;
	const answer = (hello, identity) => {
		link.send(ownHello(options));
		return {
			id: hello.peerId,
			identity,
			isTrusted: false
		};
	};
	new Handshake(options, (hello) => {
		const { token, peerId } = hello;
		if (token === void 0) {
			if (anonymous) return answer(hello, void 0);
			throw unauthenticated("The peer sent no token.");
		}
		const identity = authenticate({
			token,
			kind: "peer",
			peer: {
				peerId,
				address
			}
		});
		return isThenable(identity) ? Promise.resolve(identity).then((found) => answer(hello, known(found))) : answer(hello, known(identity));
	});
}
function ownHello({ limits, peerId, wantsOperations, wantsLog }) {
	const { heartbeatMs, maxFrameBytes } = limits;
	return {
		type: "peer.hello",
		protocol: 1,
		peerId,
		heartbeatMs,
		maxFrameBytes,
		wantsOperations,
		wantsLog
	};
}
function known(identity) {
	if (!isIdentity(identity)) throw unauthenticated();
	return identity;
}
function isThenable(value) {
	return typeof value?.then === "function";
}
function isIdentity(value) {
	const { id, scopes, expiresAt = 0 } = value ?? {};
	const mayExpire = typeof expiresAt === "number" && !Number.isNaN(expiresAt);
	return typeof id === "string" && Array.isArray(scopes) && mayExpire;
}
function unauthenticated(message = "The token was refused.", cause) {
	return new CallError("UNAUTHENTICATED", message, void 0, cause === void 0 ? {} : { cause });
}
const FOR_PEER = /* @__PURE__ */ new Set(["UNAUTHENTICATED", "RATE_LIMITED"]);
function asUnauthenticated(thrown) {
	return thrown instanceof CallError && FOR_PEER.has(thrown.code) ? thrown : unauthenticated(void 0, thrown);
}
function refusalOf(lost) {
	return withPhase(lost.cause instanceof CallError ? lost.cause : lost, "notStarted");
}
var Handshake = class {
	#options;
	#identify;
	#stopListening;
	#timer;
	#early;
	#hello;
	#isOver = false;
	constructor(options, identify) {
		this.#options = options;
		this.#identify = identify;
		const { link, limits } = options;
		const { handshakeMs } = limits;
		this.#timer = setTimeout(() => this.#refuse(new CallError("TIMEOUT", `No handshake within ${handshakeMs} ms (handshakeMs).`)), handshakeMs);
		this.#stopListening = link.listen({
			event: (event) => this.#receive(event),
			closed: (reason) => this.#end(() => this.#options.onRefused(refusalOf(reason)))
		});
	}
	#receive(event) {
		if (this.#hello === void 0) {
			if (event.type === "peer.hello") return this.#greeted(event);
		} else if (this.#early !== void 0) {
			this.#early.push(event);
			return;
		}
		this.#refuse(new CallError("PROTOCOL_ERROR", `${event.type} came before the handshake was over.`));
	}
	#greeted(hello) {
		this.#hello = hello;
		if (hello.protocol !== 1) {
			const message = `The other side speaks version ${hello.protocol} of the protocol, and this side 1.`;
			return this.#refuse(new CallError("PROTOCOL_ERROR", message));
		}
		let peer;
		try {
			peer = this.#identify(hello);
		} catch (thrown) {
			return this.#refuse(asUnauthenticated(thrown));
		}
		if (peer instanceof Promise) this.#wait(hello, peer);
		else this.#ready(hello, peer);
	}
	#wait(hello, identified) {
		const early = [];
		this.#early = early;
		queueMicrotask(() => this.#early = void 0);
		identified.then((peer) => this.#ready(hello, peer, early), (thrown) => this.#refuse(asUnauthenticated(thrown)));
	}
	#ready(hello, peer, early = []) {
		const { link, limits, onReady } = this.#options;
		this.#end(() => {
			link.peer = peer;
			if (hello.maxFrameBytes !== void 0) link.limitFrames(hello.maxFrameBytes);
			const heartbeatMs = Math.min(limits.heartbeatMs, hello.heartbeatMs ?? Infinity);
			onReady({
				heartbeatMs,
				wantsOperations: hello.wantsOperations === true,
				wantsLog: hello.wantsLog === true
			});
			link.receive(early);
		});
	}
	#refuse(error) {
		this.#end(() => {
			this.#options.link.close(error);
			this.#options.onRefused(error);
		});
	}
	#end(then) {
		if (this.#isOver) return;
		this.#isOver = true;
		clearTimeout(this.#timer);
		this.#stopListening();
		then();
	}
};
// src/transports/websocket/websocket-channel.ts
const NORMAL_CLOSURE = 1e3;
const MESSAGE_TOO_BIG = 1009;
const LONGEST_REASON = 41;
var WebSocketChannel = class {
	name;
	socket;
	receiver;
	isClosed = false;
	#maxTextBytes;
	#failure;
	constructor(socket, { name, maxTextBytes }) {
		this.name = name;
		this.socket = socket;
		this.#maxTextBytes = maxTextBytes;
		socket.addEventListener("close", ({ code, reason }) => this.end(this.#failure ?? `the connection was closed (${code}${reason === "" ? "" : `, ${reason}`})`));
		socket.addEventListener("error", (event) => this.failed(event.error ?? event));
	}
	get bufferedBytes() {
		return this.socket.bufferedAmount;
	}
	send(text) {
		if (!this.isClosed) this.socket.send(text);
	}
	receive(receiver) {
		this.receiver = receiver;
		const most = this.#maxTextBytes;
		this.socket.addEventListener("message", ({ data }) => {
			if (typeof data !== "string") receiver.garbage();
			else if (data.length <= most) receiver.text(data);
			else {
				receiver.garbage();
				this.socket.close(MESSAGE_TOO_BIG);
				this.end(`a message is longer than ${most} bytes`);
			}
		});
	}
	close(reason) {
		this.socket.close(NORMAL_CLOSURE, reason.slice(0, LONGEST_REASON));
	}
	destroy() {
		this.socket.close();
		this.end("the connection was given up");
	}
	failed(error) {
		this.#failure ??= messageOf(error);
	}
	end(reason) {
		if (this.isClosed) return;
		this.isClosed = true;
		this.receiver?.closed(reason);
	}
};
export { welcome as a, greet as i, LONGEST_HELLO as n, assertHello as r, WebSocketChannel as t };

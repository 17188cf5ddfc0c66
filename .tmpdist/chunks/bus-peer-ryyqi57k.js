import { C as toProtocolLimits, It as parseExactly, K as TAGGED, Pt as LONG_INTEGER, S as SILENT_HEARTBEATS, T as randomId, X as encodeEvent, dn as messageOf, en as keepDeadline, in as LONGEST_DELAY, ln as CallError, q as decodeEvents, sn as tellListener, tt as isTooDense, y as isLongerThan } from "./client-D7eheyo4.js";
import { pt as getValidator, y as OperationRegistry } from "./core-CcxVOvtt.js";
import { C as runInSlices } from "./hub-shared-evUMSPIC.js";
import { _ as Optional, b as _Array_, g as _Object_, h as Unknown, o as String, u as Integer } from "./typebox-CNAKntqg.js";
import { o as newCounters } from "./main-B19mhTeA.js";
import { a as OperationOffers, c as TextLink, d as identifyByToken, f as identifySealed, m as signedFor, p as namedAs, r as RemoteOperations, t as PeerSession, u as TokenCache } from "./peer-session-COcsWiYG.js";
// src/protocol/wire/bus-frame.ts
const Name = String({
	minLength: 1,
	maxLength: 128
});
const PEER_ID_PATTERN = /^[A-Za-z0-9_-]{1,128}$/;
const BusFrameSchema = _Object_({
	from: String({ pattern: PEER_ID_PATTERN.source }),
	instance: Optional(Name),
	link: Optional(Name),
	to: Optional(Name),
	n: Optional(Integer({ minimum: 1 })),
	events: _Array_(Unknown())
});
const EVENTS = ",\"events\":[";
const LONGEST_HEAD = 1024;
function encodeBusFrame({ from, instance, link, to, n }, events) {
	return `${JSON.stringify({
		from,
		instance,
		link,
		to,
		n
	}).slice(0, -1)}${EVENTS}${events}]}`;
}
let isBusFrame;
function decodeBusFrame(text) {
	isBusFrame ??= getValidator(BusFrameSchema).check;
	let parsed;
	try {
		parsed = LONG_INTEGER.test(text) ? parseExactly(text) : JSON.parse(text);
	} catch {
		return;
	}
	if (!isBusFrame(parsed)) return void 0;
	const { from, instance, link, to, n, events } = parsed;
	return {
		from,
		instance,
		link,
		to,
		n,
		...decodeEvents(events, text.includes(TAGGED))
	};
}
function peekBusFrameHead(text) {
	const start = text.slice(0, LONGEST_HEAD);
	return decodeBusFrame(`${start.slice(0, Math.max(0, start.indexOf(EVENTS)))}${EVENTS}]}`);
}
// src/protocol/links/sealed-bus.ts
function sealedBus(bus, { seal, maxTextLength, onRefused }) {
	return {
		name: bus.name,
		get state() {
			return bus.state;
		},
		get maxTextBytes() {
			return bus.maxTextBytes - seal.length;
		},
		get bufferedBytes() {
			return bus.bufferedBytes;
		},
		publish: (topic, text) => bus.publish(topic, seal.seal(topic, text)),
		subscribe: (topic, receiver) => bus.subscribe(topic, { text(sealed) {
			const text = sealed.length > maxTextLength + seal.length ? void 0 : seal.open(topic, sealed);
			if (text === void 0) onRefused(topic);
			else receiver.text(text);
		} }),
		onState: (listener) => bus.onState(listener),
		reconnect: () => bus.reconnect(),
		close: () => bus.close()
	};
}
function looksSealed(text) {
	return /^[\w-]{43}\{"from"/.test(text);
}
// src/protocol/links/bus-end.ts
const EVENTS_PER_FRAME = 64;
const EVENTS_AT_ONCE = 128;
const MOST_WAITING = 2e3;
var BusEnd = class {
	id = randomId();
	link;
	remoteId;
	isConfirmed = false;
	since = performance.now();
	#sent = 0;
	#probed = 0;
	#received = 0;
	#waiting = [];
	#isDelivering = false;
	constructor({ bus, limits, from, peerId, topic }) {
		this.link = new TextLink({
			carrier: {
				name: `${peerId} on ${bus.name}`,
				get bufferedBytes() {
					return bus.bufferedBytes;
				},
				send: (text) => bus.publish(topic, text),
				close: () => void 0,
				destroy: () => void 0
			},
			limits: {
				...limits,
				maxFrameBytes: Math.min(bus.maxTextBytes, limits.maxFrameBytes)
			},
			peer: {
				id: peerId,
				identity: void 0,
				isTrusted: false
			},
			frame: (events) => encodeBusFrame({
				from,
				link: this.id,
				to: this.remoteId,
				n: ++this.#sent
			}, events),
			frameBytes: 512,
			eventsPerFrame: EVENTS_PER_FRAME
		});
	}
	answer(remoteId) {
		this.remoteId = remoteId;
		this.link.send({ type: "peer.heartbeat" });
	}
	receive(n, events) {
		if (n > this.#received + 1) return false;
		if (n !== this.#received + 1) return true;
		this.#received = n;
		return this.#deliver(events);
	}
	#deliver(events) {
		if (!this.#isDelivering && events.length <= EVENTS_AT_ONCE) {
			this.link.receive(events);
			return true;
		}
		for (let at = 0; at < events.length; at += EVENTS_AT_ONCE) this.#waiting.push(events.slice(at, at + EVENTS_AT_ONCE));
		if (!this.#isDelivering) {
			this.#isDelivering = true;
			runInSlices(this.#steps());
		}
		return this.#waiting.length <= MOST_WAITING;
	}
	*#steps() {
		try {
			for (let next = this.#waiting.shift(); next !== void 0; next = this.#waiting.shift()) {
				this.link.receive(next);
				yield;
			}
		} finally {
			this.#isDelivering = false;
		}
	}
	probe(isInUse) {
		if (this.link.closedBy !== void 0 || !isInUse && this.#sent === this.#probed) return;
		this.link.send({ type: "peer.heartbeat" });
		this.link.flush();
		this.#probed = this.#sent;
	}
};
// src/protocol/peers/paced-offers.ts
const MOST_TOLD = 1e4;
var PacedOffers = class {
	#options;
	#toldAt = /* @__PURE__ */ new Map();
	#waiting = /* @__PURE__ */ new Map();
	constructor(options) {
		this.#options = options;
	}
	request(session, now = performance.now()) {
		if (session.link.closedBy !== void 0) return;
		this.#forget(session.id, now);
		if (this.#toldAt.has(session.id) || this.#toldAt.size >= MOST_TOLD) {
			this.#waiting.set(session.id, session);
			return;
		}
		this.#toldAt.set(session.id, now);
		this.#options.tell(session);
	}
	look(now) {
		for (const id of this.#toldAt.keys()) this.#forget(id, now);
		const waiting = this.#waiting;
		this.#waiting = /* @__PURE__ */ new Map();
		for (const session of waiting.values()) this.request(session, now);
	}
	#forget(id, now) {
		if (now - (this.#toldAt.get(id) ?? now) >= this.#options.pauseMs) this.#toldAt.delete(id);
	}
};
// src/protocol/peers/bus-neighbours.ts
const MOST_NEIGHBOURS = 1e4;
const LONGEST_HEARTBEAT$1 = 6e5;
const OFFERS_PAUSE_HEARTBEATS = .5;
const ANSWERS = /* @__PURE__ */ new Set([
	"call.accepted",
	"call.responded",
	"call.completed",
	"call.error",
	"call.progress",
	"call.logged",
	"call.question",
	"call.withdrawn"
]);
const BEGINNINGS = /* @__PURE__ */ new Set(["peer.hello", "peer.heartbeat"]);
const MOST_UNCONFIRMED = 3;
var BusNeighbours = class {
	operations;
	#options;
	#tokens;
	#offers;
	#paced;
	#neighbours = /* @__PURE__ */ new Map();
	#lastOf = /* @__PURE__ */ new Map();
	#waiting = /* @__PURE__ */ new Set();
	#isDraining = false;
	#isClosed = false;
	constructor(options) {
		const { registry, imports, limits, counters, identity, ownId, onError } = options;
		this.#options = options;
		this.#tokens = new TokenCache(identity, ownId);
		this.operations = new RemoteOperations({
			registry: imports,
			maxOperations: limits.maxOfferedOperations,
			whenLocal: "know",
			keepMs: limits.heartbeatMs * 4,
			counters,
			onRefused: onError,
			onTaken: () => this.#tellWaiting()
		});
		this.#offers = new OperationOffers({
			registry,
			filter: options.offer,
			send: (event) => this.#tellAll(event),
			onError
		});
		this.#paced = new PacedOffers({
			tell: ({ link }) => this.#offers.tellAll((event) => link.send(event)),
			pauseMs: limits.heartbeatMs * OFFERS_PAUSE_HEARTBEATS
		});
	}
	ids() {
		return Array.from(this.#neighbours.keys());
	}
	hear({ from, instance, n, events }) {
		if (instance !== void 0 && n !== void 0 && this.#isRepeated(instance, n)) return void this.#options.counters.strayAnswers++;
		for (const event of events) this.#hear(from, event);
	}
	#isRepeated(instance, n) {
		if (n <= (this.#lastOf.get(instance) ?? 0)) return true;
		this.#lastOf.delete(instance);
		const [oldest] = this.#lastOf.keys();
		if (oldest !== void 0 && this.#lastOf.size >= MOST_NEIGHBOURS) this.#lastOf.delete(oldest);
		this.#lastOf.set(instance, n);
		return false;
	}
	#hear(from, event) {
		switch (event.type) {
			case "peer.hello": {
				const neighbour = this.#see(from);
				if (neighbour === void 0) return;
				lose(neighbour, `${from} has connected anew.`);
				neighbour.isForeign = event.protocol !== 1;
				neighbour.heartbeatMs = this.#believedHeartbeat(event);
				this.#meet(neighbour);
				return;
			}
			case "peer.heartbeat": {
				const neighbour = this.#see(from);
				if (neighbour?.connection === void 0 && neighbour?.isForeign === false) this.#meet(neighbour);
				return;
			}
			case "peer.closed": {
				const neighbour = this.#neighbours.get(from);
				if (neighbour !== void 0) this.#forget(neighbour, `${from} has left.`);
			}
		}
	}
	receive(frame) {
		const { from, link, to, n = 0 } = frame;
		const { counters } = this.#options;
		const neighbour = this.#see(from);
		if (neighbour === void 0 || link === void 0 || neighbour.isForeign) return void counters.malformedFrames++;
		let { connection } = neighbour;
		if (to !== void 0 && to !== connection?.end.id) return void counters.strayAnswers++;
		if (connection?.end.remoteId !== void 0 && connection.end.remoteId !== link) {
			lose(neighbour, `${from} has begun anew.`);
			connection = void 0;
		}
		const { end, session } = connection ?? this.#meet(neighbour, link);
		if (end.remoteId === void 0) end.answer(link);
		const events = to === void 0 ? this.#ofUnknownSender(frame.events) : frame.events;
		if (!end.receive(n, events)) return this.#beginAnew(neighbour, `Messages from ${from} were lost, or came faster than they could be read.`);
		if (to === void 0 || end.isConfirmed) return;
		end.isConfirmed = true;
		neighbour.unconfirmedLinks = 0;
		this.#paced.request(session);
	}
	refuse({ from, link, to }, problem) {
		const neighbour = this.#neighbours.get(from);
		const end = neighbour?.connection?.end;
		if (neighbour === void 0 || end === void 0 || to !== end.id || link !== end.remoteId) return;
		this.#beginAnew(neighbour, `${from} sent ${problem}.`);
	}
	#ofUnknownSender(events) {
		const isSealed = this.#options.identity?.shared !== void 0;
		const others = events.filter(({ type }) => isSealed ? BEGINNINGS.has(type) : !ANSWERS.has(type));
		this.#options.counters.strayAnswers += events.length - others.length;
		return others;
	}
	look(now) {
		this.#paced.look(now);
		for (const neighbour of this.#neighbours.values()) {
			const { id, lastSeen, heartbeatMs, connection } = neighbour;
			if (now - lastSeen <= heartbeatMs * 2.5) continue;
			const why = `${id} has not been heard of for ${now - lastSeen} ms.`;
			connection?.session.close(new CallError("CONNECTION_LOST", why));
			this.#forget(neighbour, why);
		}
	}
	probe(now) {
		const { heartbeatMs } = this.#options.limits;
		for (const neighbour of this.#neighbours.values()) {
			const { connection } = neighbour;
			if (connection === void 0) continue;
			const { end, session } = connection;
			const patience = heartbeatMs * 2 ** Math.min(neighbour.unconfirmedLinks, MOST_UNCONFIRMED);
			if (end.isConfirmed || now - end.since < patience) end.probe(session.isInUse);
			else {
				neighbour.unconfirmedLinks++;
				this.#beginAnew(neighbour, `${neighbour.id} does not answer on this link.`);
			}
		}
	}
	excuse(now) {
		for (const neighbour of this.#neighbours.values()) {
			neighbour.lastSeen = now;
			if (neighbour.connection !== void 0) neighbour.connection.end.since = now;
		}
	}
	loseAll(why) {
		for (const neighbour of this.#neighbours.values()) this.#forget(neighbour, why);
	}
	waitFor(operationId, timeoutMs) {
		if (this.operations.isOffered(operationId)) return Promise.resolve();
		return new Promise((resolve, reject) => {
			const settle = (message) => {
				clearTimeout(timer);
				this.#waiting.delete(look);
				if (message === void 0) resolve();
				else reject(new CallError("NO_RESPONDER", message));
			};
			const look = () => {
				if (this.operations.isOffered(operationId)) settle();
				else if (this.#isClosed) settle(`No peer offers ${operationId}: this peer has left.`);
			};
			const expire = () => settle(`No peer offered ${operationId} within ${timeoutMs} ms.`);
			const timer = setTimeout(expire, Math.min(timeoutMs, LONGEST_DELAY));
			this.#waiting.add(look);
			look();
		});
	}
	async drain(graceMs) {
		this.#isDraining = true;
		const drain = async ({ connection }) => await connection?.session.drain(graceMs);
		await Promise.all(Array.from(this.#neighbours.values(), drain));
	}
	close() {
		this.#offers.close();
		for (const { connection } of this.#neighbours.values()) connection?.session.close(new CallError("CONNECTION_LOST", "The peer has left."));
		this.#neighbours.clear();
		this.operations.close();
		this.#isClosed = true;
		this.#tellWaiting();
	}
	#tellWaiting() {
		for (const look of this.#waiting) look();
	}
	#see(from) {
		const now = performance.now();
		let neighbour = this.#neighbours.get(from);
		if (neighbour === void 0) {
			if (this.#neighbours.size >= MOST_NEIGHBOURS) {
				this.#options.counters.refusedHandshakes++;
				return;
			}
			const { heartbeatMs } = this.#options.limits;
			neighbour = {
				id: from,
				lastSeen: now,
				heartbeatMs,
				connection: void 0,
				isForeign: false,
				unconfirmedLinks: 0
			};
			this.#neighbours.set(from, neighbour);
		}
		neighbour.lastSeen = now;
		return neighbour;
	}
	#believedHeartbeat({ heartbeatMs = this.#options.limits.heartbeatMs }) {
		return Math.min(heartbeatMs, Math.max(this.#options.limits.heartbeatMs, LONGEST_HEARTBEAT$1));
	}
	#meet(neighbour, remoteId) {
		const { bus, limits, counters, registry, ownId, topicOf, onError } = this.#options;
		const { id } = neighbour;
		const tokens = this.#tokens;
		const shared = this.#options.identity?.shared;
		const end = new BusEnd({
			bus,
			limits,
			from: ownId,
			peerId: id,
			topic: topicOf(id)
		});
		end.remoteId = remoteId;
		const session = new PeerSession({
			link: end.link,
			limits,
			counters,
			selfId: ownId,
			registry,
			mayCall: this.#offers.mayCall,
			remoteOperations: this.operations,
			prepare: shared === void 0 ? signedFor(id, tokens) : namedAs(shared.identity),
			identify: (event) => (shared === void 0 ? identifyByToken : identifySealed)(event, tokens),
			onError,
			onEvent: (event) => this.#heed(neighbour, session, event),
			onClosed: () => {
				if (neighbour.connection?.session === session) neighbour.connection = void 0;
			}
		});
		const connection = {
			end,
			session
		};
		neighbour.connection = connection;
		session.start();
		if (this.#isDraining) session.drain(0);
		const { heartbeatMs, maxFrameBytes } = limits;
		end.link.send({
			type: "peer.hello",
			protocol: 1,
			peerId: ownId,
			heartbeatMs,
			maxFrameBytes
		});
		return connection;
	}
	#heed(neighbour, session, event) {
		if (event.type !== "peer.hello") return;
		if (event.protocol !== 1) {
			neighbour.isForeign = true;
			const message = `${neighbour.id} speaks version ${event.protocol} of the protocol.`;
			return session.close(new CallError("PROTOCOL_ERROR", message));
		}
		neighbour.heartbeatMs = this.#believedHeartbeat(event);
		if (event.maxFrameBytes !== void 0) session.link.limitFrames(event.maxFrameBytes);
	}
	#tellAll(event) {
		for (const { connection } of this.#neighbours.values()) try {
			connection?.session.link.send(event);
		} catch (error) {
			this.#options.onError(error);
		}
	}
	#beginAnew(neighbour, why) {
		neighbour.connection?.session.close(new CallError("CONNECTION_LOST", why));
		this.#meet(neighbour);
	}
	#forget(neighbour, why) {
		lose(neighbour, why);
		this.#neighbours.delete(neighbour.id);
	}
};
function lose({ connection }, why) {
	connection?.session.link.lose(new CallError("CONNECTION_LOST", why));
}
// src/protocol/peers/peer-id-claim.ts
const REPORT_PAUSE$1 = 6e4;
const LONGEST_HEARTBEAT = 6e4;
var PeerIdClaim = class {
	instance = randomId();
	isGivenUp = false;
	#options;
	#question;
	#reportedAt = -Infinity;
	#rivalHeard = 0;
	#rivalHeartbeat = 0;
	constructor(options) {
		this.#options = options;
	}
	claim() {
		this.isGivenUp = false;
		this.#question = void 0;
	}
	hearOwnHello() {
		this.#question = void 0;
	}
	hear(events) {
		this.#conflict();
		for (const event of events) {
			if (event.type === "peer.closed") this.#rivalHeard = -Infinity;
			if (event.type === "peer.hello") this.#ask(event.heartbeatMs);
		}
	}
	receive({ link, to }) {
		this.#conflict();
		const { peerId, sendToSelf } = this.#options;
		if (to !== void 0 && to === this.#question) this.#giveUp();
		else if (to === void 0 && link !== void 0 && !this.isGivenUp) sendToSelf({
			from: peerId,
			instance: this.instance,
			to: link
		});
	}
	excuse(now) {
		this.#rivalHeard = now;
	}
	isFree(now) {
		return now - this.#rivalHeard > this.#rivalHeartbeat * SILENT_HEARTBEATS;
	}
	#ask(heartbeatMs) {
		const { peerId, sendToSelf, heartbeatMs: own } = this.#options;
		this.#rivalHeartbeat = Math.max(own, Math.min(heartbeatMs ?? own, LONGEST_HEARTBEAT));
		if (this.isGivenUp) return;
		this.#question = randomId();
		sendToSelf({
			from: peerId,
			instance: this.instance,
			link: this.#question
		});
	}
	#giveUp() {
		const { peerId, onError, onGivenUp } = this.#options;
		this.#question = void 0;
		this.isGivenUp = true;
		const reason = new CallError("CONNECTION_LOST", `Another process on this bus has joined as "${peerId}", and this one gives way until that one has left: give each process a peerId of its own.`);
		onError(reason);
		onGivenUp(reason);
	}
	#conflict() {
		const { peerId, counters, onError } = this.#options;
		counters.conflictingPeerIds++;
		const now = performance.now();
		this.#rivalHeard = now;
		if (now - this.#reportedAt < REPORT_PAUSE$1) return;
		this.#reportedAt = now;
		onError(new CallError("PROTOCOL_ERROR", `Another process on this bus uses the peerId "${peerId}": give each process its own, or leave it out for a random one. Only the process that joined last is heard.`));
	}
};
// src/protocol/peers/bus-peer.ts
const PREFIX_PATTERN = /^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/;
const REPORT_PAUSE = 6e4;
const NEEDS_SECRET = "The peers on this bus seal what they send with a secret, and this peer has none: it can neither call nor offer.";
const LOOKS_PER_HEARTBEAT = 4;
async function connectBus(options) {
	const peer = new BusPeer(options);
	await peer.join();
	return peer;
}
var BusPeer = class {
	id;
	registry;
	counters = newCounters();
	#bus;
	#isSealed;
	#limits;
	#prefix;
	#onError;
	#neighbours;
	#claim;
	#stopState;
	#subscriptions = [];
	#timer;
	#looks = 0;
	#lastHeartbeat = -Infinity;
	#lastLook = performance.now();
	#lastEcho = performance.now();
	#told = 0;
	#reportedSealsAt = -Infinity;
	#hasJoined = false;
	#closing;
	constructor(options) {
		const { transport, registry = new OperationRegistry(), prefix = "operations", onError } = options;
		const { peerId = randomId() } = options;
		if (!PEER_ID_PATTERN.test(peerId)) throw new CallError("VALIDATION_ERROR", `The peerId "${peerId}" is no part of a topic: use letters, digits, "-" and "_".`);
		this.id = peerId;
		if (!PREFIX_PATTERN.test(prefix)) throw new CallError("VALIDATION_ERROR", `The prefix "${prefix}" is no topic: use letters, digits, "-", "_" and dots.`);
		this.registry = registry;
		this.#prefix = prefix;
		this.#limits = toProtocolLimits(options.limits);
		this.#onError = (error) => tellListener(onError, error, warn);
		const seal = options.identity?.shared?.createSeal();
		this.#isSealed = seal !== void 0;
		const maxTextLength = this.#limits.maxFrameBytes;
		this.#bus = seal === void 0 ? transport : sealedBus(transport, {
			seal,
			maxTextLength,
			onRefused: (topic) => this.#refuseUnsealed(topic)
		});
		this.#neighbours = new BusNeighbours({
			ownId: this.id,
			bus: this.#bus,
			registry,
			imports: options.imports ?? registry,
			identity: options.identity,
			offer: options.offer,
			limits: this.#limits,
			counters: this.counters,
			topicOf: (peerId) => this.#topicOf(peerId),
			onError: this.#onError
		});
		this.#claim = new PeerIdClaim({
			peerId,
			heartbeatMs: this.#limits.heartbeatMs,
			counters: this.counters,
			sendToSelf: (head) => void this.#bus.publish(this.#topicOf(peerId), encodeBusFrame(head, "")),
			onGivenUp: (reason) => this.#neighbours.loseAll(reason.message),
			onError: this.#onError
		});
		this.#stopState = transport.onState((state) => this.#stateChanged(state));
	}
	async join() {
		try {
			this.#subscriptions = [await this.#bus.subscribe(this.#topicOf(this.id), { text: this.#receive }), await this.#bus.subscribe(this.#topicOfAll, { text: this.#hear })];
		} catch (thrown) {
			await this.close({ graceMs: 0 });
			throw thrown;
		}
		this.#announce();
		this.#timer = setInterval(() => this.#look(), this.#limits.heartbeatMs / LOOKS_PER_HEARTBEAT);
	}
	call(id, input, options) {
		return this.#neighbours.operations.call(id, input, keepDeadline(options));
	}
	subscribe(id, input, options) {
		return this.#neighbours.operations.subscribe(id, input, keepDeadline(options));
	}
	peers() {
		return this.#neighbours.ids();
	}
	waitFor(operationId, timeoutMs = 1e4) {
		return this.#neighbours.waitFor(operationId, timeoutMs);
	}
	settled() {
		return this.#neighbours.operations.settled();
	}
	stopAnswering() {
		this.#neighbours.drain(0);
	}
	close({ graceMs = 1e4 } = {}) {
		return this.#closing ??= this.#close(graceMs);
	}
	async #close(graceMs) {
		await this.#neighbours.drain(graceMs);
		this.#hasJoined = false;
		clearInterval(this.#timer);
		this.#stopState();
		this.#neighbours.close();
		if (!this.#claim.isGivenUp) this.#tell({
			type: "peer.closed",
			code: "CONNECTION_LOST",
			message: "The peer has left."
		});
		await Promise.all(this.#subscriptions.map((subscription) => subscription.stop().catch(this.#onError)));
		await this.#bus.close();
	}
	get #topicOfAll() {
		return `${this.#prefix}.peers`;
	}
	#topicOf(peerId) {
		return `${this.#prefix}.peer.${peerId}`;
	}
	#announce() {
		this.#hasJoined = true;
		this.#lastEcho = performance.now();
		this.#claim.claim();
		const { heartbeatMs, maxFrameBytes } = this.#limits;
		this.#tell({
			type: "peer.hello",
			protocol: 1,
			peerId: this.id,
			heartbeatMs,
			maxFrameBytes
		});
	}
	#tell(event) {
		const { instance } = this.#claim;
		const head = {
			from: this.id,
			instance,
			n: ++this.#told
		};
		this.#bus.publish(this.#topicOfAll, encodeBusFrame(head, encodeEvent(event)));
	}
	#stateChanged(state) {
		if (state === "connected") {
			if (this.#claim.isGivenUp) this.#claim.excuse(performance.now());
			else if (this.#hasJoined) this.#announce();
			return;
		}
		this.#neighbours.loseAll(`The connection to ${this.#bus.name} is lost.`);
	}
	#hear = (text) => {
		const frame = this.#decode(text);
		if (frame === void 0 || !this.#hasJoined) return;
		const { from, events } = frame;
		if (from !== this.id) {
			if (!this.#claim.isGivenUp) this.#neighbours.hear(frame);
		} else if (frame.instance !== this.#claim.instance) this.#claim.hear(events);
		else {
			this.#lastEcho = performance.now();
			if (events[0]?.type === "peer.hello") this.#claim.hearOwnHello();
		}
	};
	#receive = (text) => {
		const frame = this.#decode(text);
		if (!this.#hasJoined) return;
		if (frame === void 0) this.#refuse(text);
		else if (frame.from !== this.id) {
			if (!this.#claim.isGivenUp) this.#neighbours.receive(frame);
		} else if (frame.instance !== this.#claim.instance) this.#claim.receive(frame);
	};
	#refuse(text) {
		const problem = sizeProblem(text, this.#limits.maxFrameBytes);
		const head = problem === void 0 ? void 0 : peekBusFrameHead(text);
		if (problem !== void 0 && head !== void 0) this.#neighbours.refuse(head, problem);
	}
	#decode(text) {
		const frame = sizeProblem(text, this.#limits.maxFrameBytes) !== void 0 ? void 0 : decodeBusFrame(text);
		if (frame === void 0) {
			this.counters.malformedFrames++;
			if (!this.#isSealed && looksSealed(text)) this.#reportSeals(NEEDS_SECRET);
		} else this.counters.malformedEvents += frame.dropped;
		return frame;
	}
	#refuseUnsealed(topic) {
		this.counters.unsealedTexts++;
		this.#reportSeals(`A text on ${topic} was refused: its sender does not have the secret of this bus.`);
	}
	#reportSeals(message) {
		const now = performance.now();
		if (now - this.#reportedSealsAt < REPORT_PAUSE) return;
		this.#reportedSealsAt = now;
		this.#onError(new CallError("UNAUTHENTICATED", message));
	}
	#look() {
		const now = performance.now();
		const { heartbeatMs } = this.#limits;
		const late = now - this.#lastLook;
		this.#lastLook = now;
		if (late > heartbeatMs) {
			this.#lastEcho = now;
			this.#neighbours.excuse(now);
			this.#claim.excuse(now);
		}
		if (this.#claim.isGivenUp) {
			if (this.#claim.isFree(now)) this.#announce();
			return;
		}
		if (now - this.#lastHeartbeat >= heartbeatMs - heartbeatMs / LOOKS_PER_HEARTBEAT / 2) {
			this.#lastHeartbeat = now;
			this.#tell({ type: "peer.heartbeat" });
		}
		if (this.#looks++ % LOOKS_PER_HEARTBEAT === 0) this.#neighbours.probe(now);
		this.#neighbours.look(now);
		if (this.#bus.state !== "connected" || now - this.#lastEcho <= heartbeatMs * 2.5) return;
		this.#lastEcho = now;
		this.#onError(new CallError("CONNECTION_LOST", `${this.#bus.name} does not answer: this peer connects anew.`));
		this.#neighbours.loseAll(`The connection to ${this.#bus.name} is broken.`);
		this.#bus.reconnect();
	}
};
function sizeProblem(text, maxFrameBytes) {
	if (isLongerThan(text, maxFrameBytes)) return `a frame of more than ${maxFrameBytes} bytes (maxFrameBytes)`;
	if (text.length <= 65536 || !isTooDense(text, maxFrameBytes)) return void 0;
	return `a frame with more values than one of ${maxFrameBytes} bytes may hold (maxFrameBytes)`;
}
function warn(thrown) {
	console.warn(`[operations] onError threw: ${messageOf(thrown)}`);
}
export { connectBus as n, BusPeer as t };

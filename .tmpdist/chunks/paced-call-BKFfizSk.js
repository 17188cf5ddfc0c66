// src/shared/time/paced-call.ts
var PacedCall = class {
	#pauseMs;
	#call;
	#isWanted = false;
	#pause;
	#isStopped = false;
	constructor(pauseMs, call) {
		this.#pauseMs = pauseMs;
		this.#call = call;
	}
	request() {
		if (this.#isWanted || this.#isStopped) return;
		this.#isWanted = true;
		if (this.#pause === void 0) queueMicrotask(this.#begin);
	}
	flush() {
		if (!this.#isWanted) return;
		clearTimeout(this.#pause);
		this.#run();
	}
	stop() {
		this.#isStopped = true;
		clearTimeout(this.#pause);
	}
	#begin = () => {
		if (this.#pause === void 0) this.#run();
	};
	#run = () => {
		this.#pause = void 0;
		if (!this.#isWanted || this.#isStopped) return;
		this.#isWanted = false;
		this.#pause = setTimeout(this.#run, this.#pauseMs);
		this.#call();
	};
};
export { PacedCall as t };

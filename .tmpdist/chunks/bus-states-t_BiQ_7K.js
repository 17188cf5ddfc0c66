// src/transports/bus-states.ts
const CLOSE_GRACE = 1e3;
var BusStates = class {
	current = "disconnected";
	#listeners = /* @__PURE__ */ new Set();
	set(state) {
		if (state === this.current || this.current === "closed") return;
		this.current = state;
		for (const listener of this.#listeners) listener(state);
	}
	listen(listener) {
		this.#listeners.add(listener);
		return () => void this.#listeners.delete(listener);
	}
};
export { CLOSE_GRACE as n, BusStates as t };

import { ln as CallError, pn as toCallError } from "./chunks/client-D7eheyo4.js";
import { i as mapMCPContentBlocks, n as closeMCPClient, r as createMCPClient, t as mcpSource } from "./chunks/mcp-source-BHCc5blp.js";
// src/sources/mcp/mcp-client-loader.ts
var MCPClientLoader = class {
	#wrappers = /* @__PURE__ */ new Map();
	#errors = /* @__PURE__ */ new Map();
	#connecting = /* @__PURE__ */ new Map();
	async load(config) {
		await Promise.all(Object.entries(config).map(([name, server]) => this.#loadOne(name, server)));
	}
	get errors() {
		return this.#errors;
	}
	getClient(name) {
		return this.#wrappers.get(name);
	}
	getAllWrappers() {
		return [...this.#wrappers.values()];
	}
	getAllOperations() {
		return this.getAllWrappers().flatMap((wrapper) => wrapper.operations);
	}
	attach(registry) {
		const stops = [];
		const stopAll = () => stops.forEach((stop) => stop());
		try {
			for (const wrapper of this.getAllWrappers()) stops.push(wrapper.attach(registry));
		} catch (error) {
			stopAll();
			throw error;
		}
		return stopAll;
	}
	async closeAll() {
		const wrappers = this.getAllWrappers();
		const connecting = [...this.#connecting.values()];
		this.#wrappers.clear();
		this.#errors.clear();
		this.#connecting.clear();
		const late = connecting.map((connected) => connected.then((wrapper) => wrapper.close()).catch(() => void 0));
		await Promise.all([...wrappers.map((wrapper) => wrapper.close()), ...late]);
	}
	async #loadOne(name, config) {
		if (this.#wrappers.has(name) || this.#connecting.has(name)) {
			this.#errors.set(name, new CallError("VALIDATION_ERROR", `The server ${name} is loaded already.`));
			return;
		}
		const connecting = createMCPClient(name, config);
		this.#connecting.set(name, connecting);
		const outcome = await connecting.catch(toCallError);
		if (this.#connecting.get(name) !== connecting) return;
		this.#connecting.delete(name);
		if (outcome instanceof CallError) {
			this.#errors.set(name, outcome);
			return;
		}
		this.#wrappers.set(name, outcome);
		this.#errors.delete(name);
	}
};
export { MCPClientLoader, closeMCPClient, createMCPClient, mapMCPContentBlocks, mcpSource };

import { ln as CallError } from "./client-D7eheyo4.js";
// src/transports/load-package.ts
async function loadPackage(load, missing) {
	try {
		return await load();
	} catch (cause) {
		throw new CallError("EXECUTION_ERROR", missing, void 0, { cause });
	}
}
export { loadPackage as t };

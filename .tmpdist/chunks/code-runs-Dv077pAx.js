// src/code/code-runs.ts
const runContexts = /* @__PURE__ */ new WeakSet();
function markCodeRun(context) {
	runContexts.add(context);
}
function isCodeRun(context) {
	return runContexts.has(context);
}
export { markCodeRun as n, isCodeRun as t };

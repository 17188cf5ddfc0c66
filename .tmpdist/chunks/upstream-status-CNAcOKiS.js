// src/errors/upstream-status.ts
const ABOUT_CREDENTIALS = /* @__PURE__ */ new Set([
	401,
	403,
	407
]);
const BAD_GATEWAY = 502;
function upstreamStatus(details) {
	const { status } = typeof details === "object" && details !== null ? details : {};
	return typeof status === "number" && Number.isInteger(status) && status >= 400 && status <= 599 ? status : void 0;
}
function passedOnStatus(status) {
	return ABOUT_CREDENTIALS.has(status) ? BAD_GATEWAY : status;
}
export { upstreamStatus as n, passedOnStatus as t };

// src/shared/loopback-names.ts
const LOOPBACK_NAMES = [
	"localhost",
	"127.0.0.1",
	"[::1]"
];
function isLoopback(host) {
	return LOOPBACK_NAMES.includes(host) || host === "::1";
}
export { isLoopback as n, LOOPBACK_NAMES as t };

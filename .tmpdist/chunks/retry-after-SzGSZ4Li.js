// src/errors/retry-after.ts
const LONGEST_WAIT = 0x38d7ea4c68000;
function retryAfterOf(details) {
	const { retryAfterMs } = details ?? {};
	return typeof retryAfterMs === "number" && retryAfterMs >= 0 && retryAfterMs < LONGEST_WAIT ? retryAfterMs : void 0;
}
export { retryAfterOf as t };

// src/shared/read-beginning.ts
async function readBeginning(body, limit) {
	if (body === null) return {
		bytes: /* @__PURE__ */ new Uint8Array(),
		isComplete: true
	};
	const reader = body.getReader();
	const chunks = [];
	let size = 0;
	let isComplete = false;
	try {
		while (size <= limit && !isComplete) {
			const { done, value } = await reader.read();
			isComplete = done;
			if (value !== void 0) {
				chunks.push(value);
				size += value.byteLength;
			}
		}
	} finally {
		if (!isComplete) await reader.cancel().catch(() => void 0);
	}
	const [first] = chunks;
	if (first !== void 0 && size <= limit && size === first.buffer.byteLength) return {
		bytes: first,
		isComplete
	};
	return {
		bytes: joinBytes(chunks).subarray(0, limit),
		isComplete
	};
}
function joinBytes(pieces) {
	const bytes = new Uint8Array(pieces.reduce((size, { byteLength }) => size + byteLength, 0));
	let offset = 0;
	for (const piece of pieces) {
		bytes.set(piece, offset);
		offset += piece.byteLength;
	}
	return bytes;
}
export { readBeginning as n, joinBytes as t };

// src/shared/json/yaml-tokens.ts
function readYAMLTokens({ Parser }, text) {
	const maxDepth = 256;
	const maxAnchors = 2e4;
	let anchors = 0;
	const tokens = [...new Parser().parse(text)];
	let level = tokens;
	for (let depth = 0; level.length > 0; depth++) {
		if (depth > maxDepth) throw new RangeError(`it is nested deeper than ${String(maxDepth)} levels`);
		const inner = [];
		for (const token of level) {
			if (token?.type === "anchor" || token?.type === "alias") anchors++;
			if (typeof token?.value === "object") inner.push(token.value);
			for (const { start, key, sep = [], value } of token?.items ?? []) {
				inner.push(key, value);
				for (const mark of start) inner.push(mark);
				for (const mark of sep) inner.push(mark);
			}
		}
		if (anchors > maxAnchors) throw new RangeError(`it has more than ${String(maxAnchors)} anchors and aliases`);
		level = inner;
	}
	return tokens;
}
export { readYAMLTokens as t };

// src/shared/utf8-header.ts
function utf8AsLatin1(text) {
	let bytes = "";
	for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte);
	return bytes;
}
function latin1AsUtf8(bytes) {
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
	} catch {
		return bytes;
	}
}
export { utf8AsLatin1 as n, latin1AsUtf8 as t };

import { t as installCommand } from "./install-command-BiAMW_RF.js";
// src/transports/websocket/node-websocket.ts
const loadWS = () => import("ws").catch((cause) => {
	throw new Error(`WebSockets on this runtime need the package ws: ${installCommand("ws@8")}`, { cause });
});
const optionsFor = (maxTextBytes) => ({
	maxPayload: maxTextBytes,
	perMessageDeflate: false,
	autoPong: false,
	closeTimeout: 2e3
});
async function createNodeWebSocket(url, maxTextBytes, ca) {
	const { WebSocket } = await loadWS();
	const trusted = ca === void 0 ? {} : { ca: [...process.getBuiltinModule("node:tls").rootCertificates, ca] };
	const socket = new WebSocket(url, {
		...optionsFor(maxTextBytes),
		...trusted
	});
	answerPings(socket);
	return socket;
}
async function createWebSocketServer(maxTextBytes) {
	const { WebSocketServer } = await loadWS();
	return new WebSocketServer({
		noServer: true,
		clientTracking: false,
		...optionsFor(maxTextBytes)
	});
}
function answerPings(socket) {
	let latest;
	let isSending = false;
	const answer = () => {
		isSending = latest !== void 0;
		if (latest === void 0) return;
		const data = latest;
		latest = void 0;
		socket.pong(data, void 0, answer);
	};
	socket.on("ping", (data) => {
		latest = data;
		if (!isSending) answer();
	});
}
export { createNodeWebSocket as n, createWebSocketServer as r, answerPings as t };

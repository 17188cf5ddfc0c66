import { t as WebSocketChannel } from "./websocket-channel-BEhUCT0R.js";
// src/transports/websocket/node-websocket-channel.ts
const READ_BYTES = 65536;
const AS_TEXT = { binary: false };
var NodeWebSocketChannel = class extends WebSocketChannel {
	hasDeliveredAll = false;
	send;
	constructor(socket, options) {
		super(socket, options);
		const { source, onSent } = options;
		const { Buffer: NodeBuffer } = globalThis;
		this.send = (text) => {
			if (this.isClosed) return;
			if (NodeBuffer === void 0) socket.send(text);
			else socket.send(NodeBuffer.from(text), AS_TEXT);
			onSent?.();
		};
		if (source?.encrypted !== true) source?.prependListener("data", ({ length }) => void (this.hasDeliveredAll = length < READ_BYTES));
	}
	get bufferedBytes() {
		return this.socket.bufferedAmount;
	}
	receive(receiver) {
		this.receiver = receiver;
		this.socket.on("message", (data, isBinary) => isBinary ? receiver.garbage() : receiver.text(data.toString()));
	}
	pause() {
		this.socket.pause();
	}
	resume() {
		this.socket.resume();
	}
	destroy() {
		this.socket.terminate();
		this.end("the connection was given up");
	}
	failed(error) {
		super.failed(error);
		if (String(error.code).startsWith("WS_ERR_")) this.receiver?.garbage();
	}
};
function createPeerChannel(socket, options) {
	return isNodeWebSocket(socket) ? new NodeWebSocketChannel(socket, options) : new WebSocketChannel(socket, options);
}
function isNodeWebSocket(socket) {
	return "terminate" in socket && "on" in socket;
}
export { createPeerChannel as n, NodeWebSocketChannel as t };

export { n as createNodeWebSocket } from "./node-websocket-pCFlDxRg.js";

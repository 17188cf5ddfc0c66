import { s as ClientLimits } from "./chunks/node-http-BpqrIn2X.js";
import { t as serveMCP } from "./chunks/serve-mcp-BRXpiofk.js";
import "./chunks/serve-mcp-BvRk9kiK.js";
export { ClientLimits, serveMCP };

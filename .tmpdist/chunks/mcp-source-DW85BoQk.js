export { t as mcpSource } from "./mcp-source-BHCc5blp.js";

import { join } from "node:path";

/** How every gateway starts the server behind it. */
export const stdioCommand = { command: process.execPath, args: [join(import.meta.dirname, "stdio-server.js")] };

import type { Implementation } from "@modelcontextprotocol/client";

/** What servers hear about this client. A test holds the version to the package's: a bundle has no package.json. */
export const OWN_CLIENT_INFO: Implementation = { name: "alkdev-operations", version: "0.1.0" };

import type { ServerSDK } from "../options/load-sdk.ts";
import type { AllowedNames } from "../options/mcp-service.ts";
import { refuse } from "../options/refuse.ts";

/**
 * Keeps web pages out that a user happens to have open: by their `Origin`, and by the `Host` that a page reaches when
 * its own name is made to point at this machine (DNS rebinding).
 */
export function checkOrigin(sdk: ServerSDK, request: Request, allowed: AllowedNames): Response | undefined {
  const { hostname, host } = new URL(request.url);
  const { allowedHosts, allowedOrigins = [hostname] } = allowed;
  // Not every runtime shows the header; the URL is made from it.
  const hostHeader = request.headers.get("host") ?? host;
  const checks = [
    allowedHosts === undefined ? undefined : sdk.validateHostHeader(hostHeader, [...allowedHosts]),
    sdk.validateOriginHeader(request.headers.get("origin"), [...allowedOrigins]),
  ];
  const failed = checks.find((check) => check?.ok === false);
  return failed?.ok === false ? refuse({ status: 403, message: failed.message }) : undefined;
}

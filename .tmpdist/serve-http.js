import { s as ClientLimits } from "./chunks/node-http-BpqrIn2X.js";
import { f as CredentialWatch } from "./chunks/trace-context-0mVtzqxi.js";
import { a as serveHTTP, i as anyOf, n as introspection, r as apiKeys, t as jwt } from "./chunks/jwt-ByjVNw3P.js";
import { t as toOpenAPI } from "./chunks/to-openapi-Cip15DnW.js";
export { ClientLimits, CredentialWatch, anyOf, apiKeys, introspection, jwt, serveHTTP, toOpenAPI };

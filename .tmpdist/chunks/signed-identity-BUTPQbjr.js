export { t as signedIdentity } from "./signed-identity-jUIVda0a.js";

export { r as codeOperation } from "./code-operation-k6tefh_3.js";

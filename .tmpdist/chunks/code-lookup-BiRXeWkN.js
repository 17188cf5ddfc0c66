export { t as lookUp } from "./code-lookup-CDeW5nA3.js";

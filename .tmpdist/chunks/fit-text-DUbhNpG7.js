export { t as fitText } from "./fit-text-Dgj2l370.js";

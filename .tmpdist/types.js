export { t as generateTypes } from "./chunks/types-CPBfIUdx.js";

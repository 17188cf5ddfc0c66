export { t as run } from "./command-call-oK2uQUrh.js";

export { C as openLocal } from "./command-call-oK2uQUrh.js";

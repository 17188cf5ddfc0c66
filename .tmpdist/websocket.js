export { t as connectSpoke } from "./chunks/connect-spoke-C1ootv04.js";

export { n as findRunningHub } from "./running-hub-R_FSmrAY.js";

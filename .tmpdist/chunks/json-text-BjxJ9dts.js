export { n as readJSON } from "./config-json-UHeDpuAV.js";

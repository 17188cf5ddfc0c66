export { n as connectBus } from "./bus-peer-ryyqi57k.js";

export { t as natsBus } from "./nats-bus-BTLh4ifY.js";

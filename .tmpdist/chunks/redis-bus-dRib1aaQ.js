export { t as redisBus } from "./redis-bus-BY8RK3nb.js";

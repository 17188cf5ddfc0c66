export { t as QuickJSExecutor } from "./quickjs-executor-DmPolFUQ.js";

export { t as HubBackend } from "./hub-backend-BV-G7Y2f.js";

export { r as writeOpenAPIInSlices } from "./to-openapi-Cip15DnW.js";

export { t as paragraph } from "./paragraph-DXYnNX4_.js";

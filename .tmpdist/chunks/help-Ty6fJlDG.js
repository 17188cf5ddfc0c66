export { t as commandHelp, i as overviewHelp } from "./help-C3byA_A4.js";

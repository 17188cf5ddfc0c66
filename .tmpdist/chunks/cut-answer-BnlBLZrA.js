export { n as cutTo, r as readCut } from "./cut-answer-EyWdETOF.js";

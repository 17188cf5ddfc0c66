import { s as KeptAnswers } from "./chunks/request-options-pa3sJnm0.js";
import { t as cutAnswer } from "./chunks/cut-answer-EyWdETOF.js";
import { t as toTools } from "./chunks/tools-84Y1IthO.js";
export { KeptAnswers, cutAnswer, toTools };

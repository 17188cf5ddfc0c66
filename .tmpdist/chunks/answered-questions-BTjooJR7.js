export { t as AnsweredQuestions } from "./client-D7eheyo4.js";

import { Mt as encodeData, ln as CallError } from "./client-D7eheyo4.js";
import { d as readAnswerTokens, u as charactersFor } from "./hub-shared-evUMSPIC.js";
import { l as fitAnswer, p as writeAnswer, r as toSelection } from "./select-parts-NDqDjxbN.js";
// src/answers/cut-answer.ts
async function cutAnswer(data, options) {
	return cutTo(data, await readCut(options));
}
async function readCut({ answerTokens = "all", select }) {
	return {
		room: charactersFor(readAnswerTokens(answerTokens, "answerTokens")),
		selection: select === void 0 ? void 0 : await toSelection(select)
	};
}
function selectPart(data, { room, selection }, how) {
	const whole = encodeData(data);
	const text = writeAnswer(whole);
	if (selection !== void 0 && text === void 0) throw new CallError("PAYLOAD_TOO_LARGE", "The answer is too large to select parts of it.");
	const wanted = selection === void 0 || text === void 0 ? whole : selection.from(JSON.parse(text));
	const wantedText = selection === void 0 ? text : JSON.stringify(wanted);
	if (wantedText !== void 0 && wantedText.length <= room) return { data: wanted };
	const cut = fitAnswer(wanted, wantedText, {
		...how,
		room
	});
	return {
		data: cut.value,
		cut
	};
}
const UNKEPT = {
	readOn: () => "",
	advice: "Select a part of it, or ask for more."
};
function cutTo(data, wanted) {
	const { data: part, cut } = selectPart(data, wanted, UNKEPT);
	return {
		data: part,
		left: cut?.part.left ?? [],
		note: cut?.note
	};
}
export { selectPart as i, cutTo as n, readCut as r, cutAnswer as t };

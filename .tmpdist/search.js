import { x as atOnce } from "./chunks/hub-shared-evUMSPIC.js";
import { n as OperationIndex, t as createSearch } from "./chunks/create-search-BQuNrLaM.js";
import { n as localEmbedder, r as httpEmbedder, t as vectorFolder } from "./chunks/vector-folder-wgvzbKjw.js";
// src/search/ranking/rank-operations.ts
function rankOperations(operations, text) {
	const index = new OperationIndex();
	for (const operation of operations) index.add(operation);
	return atOnce(index.rank(text));
}
export { createSearch, httpEmbedder, localEmbedder, rankOperations, vectorFolder };

// src/shared/install-command.ts
function installCommand(...packages) {
	const names = packages.join(" ");
	const own = import.meta.url ?? "";
	if (/\/_npx\//.test(own)) return `npx ${["@alkdev/operations", ...packages].map((name) => `-p ${name}`).join(" ")} operations …`;
	return isGlobal(own) ? `npm install -g ${names}` : `npm install ${names}`;
}
function isGlobal(url) {
	return /\/(?:lib|npm)\/node_modules\/@alkdev\/operations\//.test(url);
}
export { installCommand as t };

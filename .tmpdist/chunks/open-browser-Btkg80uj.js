import { spawn } from "node:child_process";
// src/cli/session/open-browser.ts
async function openBrowser(address, env) {
	const [command, ...args] = commandFor(env);
	if (command === void 0) return false;
	return await new Promise((resolve) => {
		const child = spawn(command, [...args, address.href], {
			stdio: "ignore",
			detached: true
		});
		child.once("error", () => resolve(false));
		child.once("spawn", () => resolve(true));
		child.unref();
	});
}
function commandFor(env) {
	if (env["BROWSER"]) return [env["BROWSER"]];
	if (process.platform === "darwin") return ["open"];
	if (process.platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"];
	return Boolean(env["DISPLAY"]) || Boolean(env["WAYLAND_DISPLAY"]) ? ["xdg-open"] : [];
}
export { openBrowser as t };

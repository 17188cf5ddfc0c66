/** A real nginx on loopback, with its own folder. */
import { execFile } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { connect } from "node:tls";
import { promisify } from "node:util";
import { endWithParent } from "./end-with-parent.ts";
import { endProcess, findProgram, launchServer } from "./launch-server.ts";
import { makeTempFolder } from "./temp-folder.ts";

export interface Certificate {
  readonly certificate: string;
  readonly key: string;
}

export interface NginxServer {
  stop(): Promise<void>;
}

/** Makes a self-signed certificate for one name. Returns its path and that of its key. */
export async function makeCertificate(name: string, folder: string): Promise<Certificate> {
  const [certificate, key] = [join(folder, "certificate.pem"), join(folder, "key.pem")];
  const ofKind = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  const ofName = ["-subj", `/CN=${name}`, "-addext", `subjectAltName=DNS:${name}`];
  const openssl = findProgram({ command: "openssl", variable: "OPENSSL_PATH" });
  await promisify(execFile)(openssl, ["req", ...ofKind, ...ofName, "-keyout", key, "-out", certificate]);
  return { certificate, key };
}

/** Runs a `server { … }` with TLS that listens on this port. */
export async function startNginx(server: string, port: number): Promise<NginxServer> {
  const folder = makeTempFolder("nginx");
  const releaseFolder = endWithParent({ folder });
  mkdirSync(join(folder, "temp"));
  writeFileSync(join(folder, "nginx.conf"), configOf(folder, server));
  const remove = (): void => {
    rmSync(folder, { recursive: true, force: true });
    releaseFolder();
  };
  try {
    const nginx = await launchServer({
      command: "nginx",
      variable: "NGINX_PATH",
      args: ["-p", folder, "-e", "stderr", "-c", join(folder, "nginx.conf")],
      answers: () => takesTLS(port),
    });
    return {
      async stop() {
        await endProcess(nginx);
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** One process in the foreground that writes only into its folder. It needs no rights, and has one id. */
function configOf(folder: string, server: string): string {
  const kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  return [
    "daemon off;",
    "master_process off;",
    `pid ${folder}/nginx.pid;`,
    "error_log stderr;",
    "events {}",
    "http {",
    "access_log off;",
    ...kinds.map((kind) => `${kind}_temp_path ${folder}/temp/${kind};`),
    server,
    "}",
    "",
  ].join("\n");
}

function takesTLS(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1", rejectUnauthorized: false });
    const settle = (answered: boolean): void => {
      socket.destroy();
      resolve(answered);
    };
    socket.setTimeout(1_000, () => settle(false));
    socket.once("secureConnect", () => settle(true));
    socket.once("error", () => settle(false));
  });
}

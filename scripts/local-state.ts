import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const projectRoot = fileURLToPath(new URL("..", import.meta.url));

/** Where everything a local run stores lies: `AFTERGLOW_STATE`, else a folder inside the project. */
export function stateFolder(): string {
  return path.resolve(projectRoot, process.env.AFTERGLOW_STATE ?? ".afterglow");
}

/** The settings production gets as variables and secrets, made once for this machine and kept beside its data. */
export function localVars(folder: string = stateFolder()): Record<string, string> {
  const file = path.join(folder, "secrets.json");
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    const secrets = { MEDIA_PASS_KEY: randomBytes(32).toString("base64url") };
    writeFileSync(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  }
  const secrets: Record<string, string> = JSON.parse(readFileSync(file, "utf8"));
  const limits = process.env.AFTERGLOW_RATE_LIMITS;
  return { ...secrets, AFTERGLOW_ENV: "local", ...(limits ? { AFTERGLOW_RATE_LIMITS: limits } : {}) };
}

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { dictionary } from "@zxcvbn-ts/language-common";
import { PASSWORD_MIN } from "../app/contract/account-limits";
import { COMMON_PASSWORDS_PATH } from "../app/platform/password-lists";
import { projectRoot } from "./local-state";

const COUNT = 10_000;

/** Returns the 10,000 most used passwords that are long enough for an account, one a line, in lower case. */
export function commonPasswordLines(): string {
  return dictionary["passwords-common"]
    .map(String)
    .filter((password) => password.length >= PASSWORD_MIN)
    .slice(0, COUNT)
    .join("\n");
}

/** Writes the most used passwords to the static files, unless they are there. */
export function writeCommonPasswords(): void {
  const file = path.join(projectRoot, "public", COMMON_PASSWORDS_PATH);
  const lines = commonPasswordLines();
  if (!existsSync(file) || readFileSync(file, "utf8") !== lines) writeFileSync(file, lines);
}

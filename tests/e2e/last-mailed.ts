import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "./test";

/** Returns the part of the last mail to an address that matches a pattern, from the server's log. */
export async function lastMailed(email: string, pattern: RegExp): Promise<string> {
  const log = path.join(process.env.AFTERGLOW_E2E_STATE ?? "", "server.log");
  let found = "";
  await expect
    .poll(async () => {
      const mails = (await readFile(log, "utf8")).split("✉").filter((mail) => mail.includes(`To: ${email}`));
      found = mails.flatMap((mail) => mail.match(pattern)?.[0] ?? []).at(-1) ?? "";
      return found;
    })
    .not.toBe("");
  return found;
}

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { MAIL_LIMITS } from "~/contract/mail-limits";
import { projectRoot } from "../../../scripts/local-state";

test("an address and an account get ten mails an hour and thirty a day, of all kinds together", () => {
  const sum = (window: "hour" | "day") =>
    Object.values(MAIL_LIMITS).reduce((most, limits) => most + limits[window], 0);
  expect([sum("hour"), sum("day")]).toEqual([10, 30]);
});

test("docs/product.md has the limits of each kind", () => {
  const product = readFileSync(path.join(projectRoot, "docs/product.md"), "utf8");
  const rows = [...product.matchAll(/^\| `(\w+)` \|.*\| (\d+) \| (\d+) \|/gm)];
  const limits = rows.map(([, kind = "", hour, day]) => [kind, { hour: Number(hour), day: Number(day) }]);
  expect(Object.fromEntries(limits)).toEqual(MAIL_LIMITS);
});

test("every mail is counted: nothing but these calls the port", () => {
  const callers = ["app", "workers"]
    .flatMap((folder) =>
      readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: "utf8" }).map(
        (name) => `${folder}/${name.split(path.sep).join("/")}`,
      ),
    )
    .filter((name) => /\.tsx?$/.test(name))
    .filter((name) => /\bmail\.send\b/.test(readFileSync(path.join(projectRoot, name), "utf8")));
  expect(callers.sort()).toEqual([
    "app/domain/mail/send-digests.ts",
    "app/domain/mail/send-held-mails.ts",
    "app/domain/mail/send-mail.ts",
    // The log of moderators counts test mails.
    "app/domain/moderation/send-test-mail.ts",
  ]);
});

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { DrizzleQueryError } from "drizzle-orm/errors";
import { describe, expect, test } from "vitest";
import { describeError } from "~/platform/log";
import { projectRoot } from "../../scripts/local-state";

describe("an error in the log", () => {
  test("has its class, code, message, frames and cause", () => {
    const cause = Object.assign(new TypeError("The mail API returned 503."), { code: "E_MAIL" });
    const line = describeError(new Error("A sweep failed.", { cause }));
    expect(line).toMatchObject({ error: "Error", message: "A sweep failed." });
    expect(line.at?.[0]).toContain("log.test.ts");
    expect(line.cause).toMatchObject({ error: "TypeError", code: "E_MAIL" });
  });

  test("has neither the SQL nor the values of a failed statement", () => {
    const cause = new Error("D1_ERROR: FOREIGN KEY constraint failed: SQLITE_CONSTRAINT");
    const sql = 'insert into "media" ("id", "placeholder") values (?, ?)';
    const line = describeError(new DrizzleQueryError(sql, ["0197-id", "data:image/webp;base64,UklG"], cause));
    expect(line).toMatchObject({
      error: "Error",
      message: "D1_ERROR: FOREIGN KEY constraint failed: SQLITE_CONSTRAINT",
    });
    expect(JSON.stringify(line)).not.toMatch(/insert into|placeholder|0197|UklG/);
  });

  test.each([
    ["Unexpected token 'h', \"hello Ada's\"... is not valid JSON", "Unexpected token …... is not valid JSON"],
    ['D1_ERROR: near "ada": syntax error at offset 5', "D1_ERROR: near …: syntax error at offset 5"],
    ["D1_TYPE_ERROR: Type 'object' not supported for value 'it's Ada'", "D1_TYPE_ERROR: Type …"],
    ["no mailbox for ada@example.com", "no mailbox for …"],
    ["GET https://example.com/reset?token=abc failed", "GET … failed"],
    ["cannot decode data:image/webp;base64,UklGRg==", "cannot decode …"],
    ["no row 0197f2b0-0000-7000-8000-0000000000aa", "no row …"],
    ["This hub doesn't know its member.", "This hub doesn't know its member."],
    ["first line\nhello Ada", "first line"],
  ])("does not quote data: %j", (message, logged) => {
    expect(describeError(new Error(message)).message).toBe(logged);
  });

  test("has no line of a message that looks like a frame", () => {
    const line = describeError(new Error("broken\n    at Ada's house"));
    expect(JSON.stringify(line)).not.toContain("Ada");
  });

  test("is described when something else was thrown", () => {
    expect(describeError("ada@example.com")).toEqual({ error: "string" });
  });
});

test("the server logs errors in one place", () => {
  const files = ["workers", "app/domain", "app/platform", "app/db", "app/routes"].flatMap((folder) =>
    readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => `${folder}/${name.replaceAll(path.sep, "/")}`),
  );
  const logging = [...files, "app/entry.server.tsx"].filter((file) =>
    /console\.(error|warn)/.test(readFileSync(path.join(projectRoot, file), "utf8")),
  );
  expect(logging).toEqual(["app/platform/log.ts"]);
});

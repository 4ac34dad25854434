import { readdirSync, readFileSync } from "node:fs";
import { getTableColumns } from "drizzle-orm";
import { expect, it } from "vitest";
import { postFieldNames } from "~/contract/post-fields";
import { postView } from "~/contract/posts";
import { posts } from "~/db/schema";
import { notExported, notInView, notRestored } from "~/db/schema/post-columns";

const columns = getTableColumns(posts);
const shown = Object.keys(columns).filter((name) => !(name in notInView));

it("a migration creates every column", () => {
  const meta = "migrations/meta";
  const newest = readdirSync(meta)
    .sort()
    .findLast((file) => file.endsWith("_snapshot.json"));
  const { tables } = JSON.parse(readFileSync(`${meta}/${newest}`, "utf8"));
  expect(
    Object.keys(tables.posts.columns),
    "Generate the migration of posts (docs/database.md#migrations).",
  ).toEqual(expect.arrayContaining(Object.values(columns).map(({ name }) => name)));
});

it.each(shown)("the column posts.%s is in the view of a post", (name) => {
  expect(
    Object.keys(postView.shape),
    `"${name}" is not in the view of a post. If the author of a post writes it, add it to postFields
    (app/contract/post-fields.ts), else to postView (app/contract/posts.ts). To leave it out, list it with the reason
    in notInView (app/db/schema/post-columns.ts), and in notExported unless the author's export has it.`,
  ).toContain(name);
});

it.each(postFieldNames)("the field %s has a column that is empty until its author writes it", (name) => {
  expect(
    columns[name],
    `Add ${name}: text("…").notNull().default("") to posts (app/db/schema/posts.ts), and its migration (docs/database.md#migrations).`,
  ).toMatchObject({ columnType: "SQLiteText", notNull: true, default: "" });
});

it.each(postFieldNames)("docs/product.md names the field %s", (name) => {
  const [, section = ""] = readFileSync("docs/product.md", "utf8").split("\n## Posts\n");
  const [first = ""] = section.trim().split("\n\n");
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  expect(first, `Name "${words}" in the first paragraph of docs/product.md#posts.`).toContain(words);
});

it("every column that the view, the export or an appeal leaves out has a reason", () => {
  for (const excluded of [notInView, notExported, notRestored])
    for (const [name, reason] of Object.entries(excluded)) expect(reason, name).not.toBe("");
});

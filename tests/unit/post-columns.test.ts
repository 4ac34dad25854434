import { getTableColumns } from "drizzle-orm";
import { expect, it } from "vitest";
import { postView } from "~/contract/posts";
import { posts } from "~/db/schema";
import { notExported, notInView, notRestored } from "~/db/schema/post-columns";

const shown = Object.keys(getTableColumns(posts)).filter((name) => !(name in notInView));

it.each(shown)("the column posts.%s is in the view of a post", (name) => {
  expect(
    Object.keys(postView.shape),
    `"${name}" is not in the view of a post. If the author of a post writes it, add it to postFieldNames
    (app/contract/post-field-names.ts), postFields and postFieldViews, else to postView (app/contract/posts.ts). To leave it out, list it with the reason
    in notInView (app/db/schema/post-columns.ts), and in notExported unless the author's export has it.`,
  ).toContain(name);
});

it("every column that the view, the export or an appeal leaves out has a reason", () => {
  for (const excluded of [notInView, notExported, notRestored])
    for (const [name, reason] of Object.entries(excluded)) expect(reason, name).not.toBe("");
});

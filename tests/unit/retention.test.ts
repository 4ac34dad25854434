import { readFileSync } from "node:fs";
import path from "node:path";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import * as limits from "~/contract/limits";
import { WAITED_TOO_LONG } from "~/contract/message-texts";
import { kept } from "~/contract/retention";
import Privacy from "~/routes/privacy";
import { projectRoot } from "../../scripts/local-state";

const [, chapter = ""] = readFileSync(path.join(projectRoot, "docs/product.md"), "utf8").split(
  "\n## Retention\n",
);
const [section = ""] = chapter.split("\n## ");

test("the times of retention are those of docs/product.md#retention", () => {
  const [, , ...rows] = section.match(/^\| .*$/gm) ?? [];
  expect(rows).toEqual(kept.map(([data, time]) => `| ${data} | ${time} |`));
  expect(limits).toMatchObject({
    READ_NOTIFICATION_DAYS: 90,
    UNREAD_NOTIFICATION_DAYS: 365,
    NOTIFICATIONS_MAX: 1000,
    TOMBSTONE_DAYS: 60,
    PAGE_AWAY_DAYS: 30,
  });
  expect(section.replaceAll("\n", " ")).toContain(WAITED_TOO_LONG);
  expect(WAITED_TOO_LONG).toContain(`${limits.PAGE_AWAY_DAYS} days`);
});

test("/privacy says how long each kind of data is kept", () => {
  const page = renderToStaticMarkup(
    createElement(MemoryRouter, null, createElement(Privacy, { loaderData: { operator: null } })),
  );
  for (const [data, time] of kept) expect(page).toContain(`<li>${data}: ${time}</li>`);
});

import { readFileSync } from "node:fs";
import path from "node:path";
import { I18nProvider } from "@lingui/react";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import * as limits from "~/contract/limits";
import { WAITED_TOO_LONG } from "~/contract/message-texts";
import { inEnglish } from "~/contract/messages";
import { kept } from "~/contract/retention";
import Privacy from "~/routes/privacy";
import { projectRoot } from "../../scripts/local-state";
import { english } from "../factories/english";

const [, chapter = ""] = readFileSync(path.join(projectRoot, "docs/product.md"), "utf8").split(
  "\n## Retention\n",
);
const [section = ""] = chapter.split("\n## ");

test("the times of retention are those of docs/product.md#retention", () => {
  const [, , ...rows] = section.match(/^\| .*$/gm) ?? [];
  expect(rows).toEqual(kept.map((text) => `| ${english._(text).replace(": ", " | ")} |`));
  expect(limits).toMatchObject({
    READ_NOTIFICATION_DAYS: 90,
    UNREAD_NOTIFICATION_DAYS: 365,
    NOTIFICATIONS_MAX: 1000,
    TOMBSTONE_DAYS: 60,
    PAGE_AWAY_DAYS: 30,
  });
  expect(section.replaceAll("\n", " ")).toContain(inEnglish(WAITED_TOO_LONG));
  expect(inEnglish(WAITED_TOO_LONG)).toContain(`${limits.PAGE_AWAY_DAYS} days`);
});

test("/privacy says how long each kind of data is kept", () => {
  const page = renderToStaticMarkup(
    createElement(
      I18nProvider,
      { i18n: english },
      createElement(
        MemoryRouter,
        null,
        createElement(Privacy, { loaderData: { operator: null, own: null } }),
      ),
    ),
  );
  for (const text of kept) expect(page).toContain(`<li>${english._(text)}</li>`);
});

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
import { retentionTexts } from "~/contract/retention";
import Privacy from "~/routes/privacy";
import { projectRoot } from "../../scripts/local-state";
import { english } from "../factories/english";

const [, chapter = ""] = readFileSync(path.join(projectRoot, "docs/product.md"), "utf8").split(
  "\n## Retention\n",
);
const [section = ""] = chapter.split("\n## ");

/** The kinds of data that are deleted by their age, and for how long each is kept, as members read it. */
const texts = [
  "Sessions: 30 days after the log-in",
  "Devices to which notifications are pushed: until their session ends",
  "Links that reset a password: 60 minutes",
  "New email addresses that are not confirmed: 24 hours",
  "The email address before a change: 7 days",
  "The record that an email came back, without its address: 30 days",
  "The times of emails, with a hash of their address, for their limits: 24 hours",
  "Events that wait for an email with their list, with its address: 7 days",
  "Links that secure an account: 7 days",
  "Log-ins that wait for a code: 10 minutes",
  "Challenges of passkeys that were used: 15 minutes",
  "Former usernames: 30 days",
  "Read notifications: 90 days",
  "Unread notifications: 365 days",
  "Notifications of a member: the newest 1,000",
  "The record that a message, post or comment was deleted, without its content: 60 days",
  "Reports, with a copy of the reported content: 730 days after the decision",
  "Content that moderators have removed, or that waits for them: 730 days",
  "Photos that wait for the image check, while the AI tools are off: 7 days",
  "AI images that were not saved: 24 hours",
  "Uploads that nothing uses: 24 hours",
  "The times of connection requests and of uses of AI, for their limits: 24 hours",
  "The record that a notification of a like, save or request was withdrawn unread: 24 hours",
  "A hash of the network address of a sign-up, for its limit: an hour",
  "Accounts that wait for approval, with a hash of their network: 30 days",
  "Invitation links, as hashes: 30 days",
  "The record that a member has invited another: until one of their accounts is deleted",
  "A hash of the email address of a deleted account, against a new sign-up: 7 days",
  "Email addresses and networks that are blocked for abuse: until the block ends",
  "Log lines, without names, addresses or texts: 7 days",
  "Backups of the database and of photos: 30 days",
];

test("lists every kind of data with its time", () => {
  expect(retentionTexts.map((text) => english._(text))).toEqual(texts);
});

test("the times of docs/product.md#retention are those of the code", () => {
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
  for (const text of retentionTexts) expect(page).toContain(`<li>${english._(text)}</li>`);
});

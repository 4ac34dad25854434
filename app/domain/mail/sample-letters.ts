import type { I18n } from "@lingui/core";
import type { NotificationType } from "~/contract/notifications";
import type { Letter } from "~/platform/mail";
import {
  alertLetter,
  alertListLetter,
  confirmationLetter,
  emailChangedLetter,
  emailRestoredLetter,
  resetLetter,
} from "./account-letters";
import { alertTexts, newLogIn } from "./alert-events";
import { decisionLetter, decisionListLetter } from "./decision-letters";
import { type Decided, decisionText } from "./decision-text";
import { digestLetter } from "./digest-letter";
import { approvedLetter, declinedLetter } from "./sign-up-letters";
import { testLetter } from "./test-letter";

const names = ["noah.lind", "ines_m", "mira.sol", "otto", "juno.k"];
const types: NotificationType[] = [
  "like",
  "comment",
  "comment_reply",
  "mention",
  "post_share",
  "connection_request",
  "save",
];
const safari =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15";

interface Sample {
  name: string;
  mail: Letter;
}

const FULL_NAME = "Ada Lovelace";
const start = new Date(0);

/** Returns an example of every mail, for `/design` and tests. @param site the address of the site */
export function sampleLetters(i18n: I18n, site: string): Sample[] {
  const urlOf = (path: string) => new URL(path, site).href;
  const link = (page: string) => urlOf(`/${page}?token=3vQm7xR2kLw9`);
  const confirmation = { code: "204816", url: link("confirm-email"), forgotUrl: urlOf("/forgot-password") };
  return [
    ...digests(i18n, { fullName: FULL_NAME, unsubscribeUrl: link("unsubscribe"), urlOf }),
    { name: "sign-up", mail: confirmationLetter(i18n, { ...confirmation, reason: "sign-up" }) },
    { name: "approved sign-up", mail: approvedLetter(i18n, urlOf("/login")) },
    { name: "declined sign-up", mail: declinedLetter(i18n) },
    { name: "test", mail: testLetter(i18n, "mira.sol") },
    { name: "confirmation", mail: confirmationLetter(i18n, { ...confirmation, reason: "again" }) },
    {
      name: "confirmation of a new address",
      mail: confirmationLetter(i18n, { ...confirmation, reason: "new address" }),
    },
    { name: "password reset", mail: resetLetter(i18n, link("reset-password")) },
    ...alerts(i18n, link("secure-account")),
    { name: "changed address", mail: emailChangedLetter(i18n, link("undo-email")) },
    { name: "restored address", mail: emailRestoredLetter(i18n) },
    ...decisions(i18n, urlOf),
  ];
}

function digests(i18n: I18n, reader: Omit<Parameters<typeof digestLetter>[2], "frequency">): Sample[] {
  const notifications = Array.from({ length: 42 }, (_, n) => ({
    id: n,
    type: types[n % types.length] ?? "like",
    postId: n < 21 ? "one" : "two",
    commentId: null,
    parentId: null,
    username: names[n % names.length] ?? "",
  }));
  const messages = names.map((username, n) => ({ username, count: n + 1 }));
  return [
    {
      name: "weekly digest",
      mail: digestLetter(i18n, { notifications, messages }, { ...reader, frequency: "weekly" }),
    },
    {
      name: "daily digest of one notification",
      mail: digestLetter(
        i18n,
        { notifications: notifications.slice(0, 1), messages: [] },
        { ...reader, frequency: "daily" },
      ),
    },
  ];
}

function alerts(i18n: I18n, secureUrl: string): Sample[] {
  const changed = { name: "passwordChanged" } as const;
  const events = [newLogIn(start, safari), changed].map((event) => ({
    at: start,
    text: alertTexts(i18n, event).text,
  }));
  return [
    {
      name: "log-in with a new browser",
      mail: alertLetter(i18n, FULL_NAME, newLogIn(start, safari), secureUrl),
    },
    { name: "changed password", mail: alertLetter(i18n, FULL_NAME, changed, secureUrl) },
    { name: "list of alerts", mail: alertListLetter(i18n, FULL_NAME, events, secureUrl) },
  ];
}

function decisions(i18n: I18n, urlOf: (path: string) => string): Sample[] {
  const decided: Decided = {
    action: "warn",
    kind: "comment",
    reason: "harassment",
    hasRemoved: true,
    until: null,
  };
  return [
    {
      name: "decision of moderators",
      mail: decisionLetter(
        i18n,
        decisionText(i18n, decided, "Go away"),
        urlOf("/settings/reports#decisions"),
      ),
    },
    {
      name: "list of decisions",
      mail: decisionListLetter(i18n, [{ at: new Date(0), text: decisionText(i18n, decided, "") }], urlOf),
    },
  ];
}

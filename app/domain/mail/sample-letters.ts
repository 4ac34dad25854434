import type { NotificationType } from "~/contract/notifications";
import type { Letter } from "~/platform/mail";
import { newLogIn, PASSWORD_CHANGED } from "../accounts/security-alert";
import {
  alertLetter,
  alertListLetter,
  confirmationLetter,
  decisionLetter,
  decisionListLetter,
  emailChangedLetter,
  emailRestoredLetter,
  resetLetter,
} from "./account-letters";
import { digestLetter } from "./digest-letter";

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

/** Returns an example of every mail, for `/design` and tests. @param site the address of the site */
export function sampleLetters(site: string): { name: string; mail: Letter }[] {
  const urlOf = (path: string) => new URL(path, site).href;
  const link = (page: string) => urlOf(`/${page}?token=3vQm7xR2kLw9`);
  const notices = Array.from({ length: 42 }, (_, n) => ({
    id: n,
    type: types[n % types.length] ?? "like",
    postId: n < 21 ? "one" : "two",
    commentId: null,
    parentId: null,
    username: names[n % names.length] ?? "",
  }));
  const messages = names.map((username, n) => ({ username, count: n + 1 }));
  const reader = { fullName: "Ada Lovelace", unsubscribeUrl: link("unsubscribe"), urlOf };
  const confirmation = { code: "204816", url: link("confirm-email"), forgotUrl: urlOf("/forgot-password") };
  const decision =
    "A moderator has reviewed your comment. It breaks our rules: Harassment. We have removed it.";
  return [
    { name: "weekly digest", mail: digestLetter({ notices, messages }, { ...reader, frequency: "weekly" }) },
    {
      name: "daily digest of one notification",
      mail: digestLetter({ notices: notices.slice(0, 1), messages: [] }, { ...reader, frequency: "daily" }),
    },
    { name: "sign-up", mail: confirmationLetter({ ...confirmation, reason: "sign-up" }) },
    { name: "confirmation", mail: confirmationLetter({ ...confirmation, reason: "again" }) },
    {
      name: "confirmation of a new address",
      mail: confirmationLetter({ ...confirmation, reason: "new address" }),
    },
    { name: "password reset", mail: resetLetter(link("reset-password")) },
    {
      name: "log-in with a new browser",
      mail: alertLetter("Ada Lovelace", newLogIn(new Date(0), safari), link("secure-account")),
    },
    { name: "changed password", mail: alertLetter("Ada Lovelace", PASSWORD_CHANGED, link("secure-account")) },
    {
      name: "list of alerts",
      mail: alertListLetter(
        "Ada Lovelace",
        [newLogIn(new Date(0), safari), PASSWORD_CHANGED].map(({ text }) => ({ at: new Date(0), text })),
        link("secure-account"),
      ),
    },
    { name: "changed address", mail: emailChangedLetter(link("undo-email")) },
    { name: "restored address", mail: emailRestoredLetter() },
    {
      name: "decision of moderators",
      mail: decisionLetter(
        'A moderator has reviewed your comment ("Go away"). It breaks our rules: Harassment. We have removed it. This is a warning.',
        urlOf("/settings/reports#decisions"),
      ),
    },
    {
      name: "list of decisions",
      mail: decisionListLetter([{ at: new Date(0), text: decision }], urlOf),
    },
  ];
}

import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { resetLetter } from "~/domain/mail/account-letters";
import { newLogIn } from "~/domain/mail/alert-events";
import { storedEvent } from "~/domain/mail/held-event";
import { sendDigests } from "~/domain/mail/send-digests";
import { sendHeldMails } from "~/domain/mail/send-held-mails";
import { sendMail } from "~/domain/mail/send-mail";
import { readPushes } from "~/domain/push/read-pushes";
import { textsInGerman } from "../factories/german";
import { dataUrl, member } from "./client";
import { connect } from "./connect";
import { digestCtx, makeDue } from "./digests";
import { silenceHubs } from "./quiet-hubs";

silenceHubs();

const texts = () =>
  textsInGerman({
    "Hello {name},": "Hallo {name},",
    "{count, plural, one {# other} other {# others}}":
      "{count, plural, one {# weitere Person} other {# weitere}}",
    "{count, plural, one {{members} liked your post} other {{members} liked your post}}":
      "{count, plural, one {{members} gefällt dein Beitrag} other {{members} gefällt dein Beitrag (#)}}",
    "{notices, plural, one {# new notification} other {# new notifications}} and {unread, plural, one {# unread message} other {# unread messages}} at {site}":
      "{notices, plural, one {# Neuigkeit} other {# Neuigkeiten}}, {unread, plural, one {# Nachricht} other {# Nachrichten}}",
    "Set a new password": "Neues Passwort",
    "New message": "Neue Nachricht",
    "Message...": "Nachricht...",
    "The password of your {site} account was changed.": "Dein Passwort wurde geändert.",
    "{date} at {time} UTC": "{date}, {time} UTC",
    "Log-ins and changes of your account: {count}": "Anmeldungen und Änderungen: {count}",
  });

const setLanguage = ({ id }: { id: string }, language: string) =>
  env.DB.prepare("UPDATE users SET language = ? WHERE id = ?").bind(language, id).run();

/** Ada reads German; Grace, who reads English, has liked Ada's post and sent her a message. */
async function pair() {
  const [ada, grace] = [await member("ada"), await member("grace")];
  await setLanguage(ada, "de");
  await setLanguage(grace, "en");
  await connect(ada, grace);
  const { id } = await ada.call("createPost", { body: { mediaUrl: dataUrl } });
  await grace.call("likePost", { params: { id } });
  const message = await grace.call("sendMessage", { params: { userId: ada.id }, body: { content: "Hi" } });
  return { ada, grace, postId: id, messageId: message.id };
}

/** A context with German texts, and the mails that it sends. */
async function ctxOf() {
  const { ctx, sent } = digestCtx();
  return { ctx: { ...ctx, textsIn: await texts() }, sent };
}

test("a mail is in the language of its account", async () => {
  const { ada, grace } = await pair();
  const { ctx, sent } = await ctxOf();
  for (const { id, email } of [ada, grace])
    await sendMail(ctx, { kind: "reset", to: email, memberId: id }, (i18n) =>
      resetLetter(i18n, "https://a.test"),
    );
  expect(sent.map(({ subject }) => subject)).toEqual(["Neues Passwort", "Set a new password"]);
  expect(sent[0]?.html).toContain('<html lang="de">');
});

test("a digest is in the language of its reader", async () => {
  const { ada, grace } = await pair();
  const { ctx, sent } = await ctxOf();
  await makeDue(ada.id);
  await sendDigests(ctx);
  const [mail] = sent.filter(({ to }) => to === ada.email);
  expect(mail?.subject).toBe("1 Neuigkeit, 1 Nachricht");
  expect(mail?.text).toContain("Hallo ada");
  expect(mail?.text).toContain(`- ${grace.username.replace(".", ".\u2060")} gefällt dein Beitrag\n`);
});

test("a push message is in the language of its recipient", async () => {
  const { ada, grace, postId, messageId } = await pair();
  const { ctx } = await ctxOf();
  const { results } = await env.DB.prepare(
    "SELECT n.id FROM notices n JOIN users u ON u.key = n.member WHERE u.id = ? AND n.type = 'like'",
  )
    .bind(ada.id)
    .all<{ id: number }>();
  const like = { source: "notice", id: String(results[0]?.id), tag: `like:${postId}` } as const;
  const chat = { source: "message", id: messageId, tag: `chat:${grace.id}` } as const;
  const pushes = await readPushes(ctx, ada.id, [like, chat], [], new Date());
  expect(pushes.hiddenText).toBe("Neue Nachricht");
  expect(pushes.messages.get(like)).toMatchObject({
    body: `${grace.username} gefällt dein Beitrag`,
    lang: "de",
  });
  expect(pushes.messages.get(chat)).toMatchObject({
    body: "Hi",
    labels: { reply: "Reply", placeholder: "Nachricht..." },
  });
});

test("events that have waited are in the language of the mail that lists them, and those of earlier versions as they are", async () => {
  const { ada } = await pair();
  const { ctx, sent } = await ctxOf();
  const events = [
    storedEvent({ alert: { name: "passwordChanged" } }),
    storedEvent({ alert: newLogIn(new Date(0), "Firefox/1 Windows") }),
    "A passkey was added to your Afterglow account.",
  ];
  for (const [at, text] of events.entries())
    await env.DB.prepare(
      "INSERT INTO held_mails (id, user_id, email, address, kind, text) VALUES (?, ?, ?, 'x', 'alert', ?)",
    )
      .bind(`01890000-000${at}-7000-8000-000000000000`, ada.id, ada.email, text)
      .run();
  await sendHeldMails(ctx);
  const [mail] = sent;
  expect(mail?.subject).toBe("Anmeldungen und Änderungen: 3");
  const lines = mail?.text.match(/^- .*$/gm) ?? [];
  expect(lines.map((line) => line.replace(/^- [\d-]+, [\d:]+ UTC: /, ""))).toEqual([
    "Dein Passwort wurde geändert.",
    "Somebody logged in to your Afterglow account with a new browser: Firefox on Windows, on 1970-01-01 at 00:00 UTC.",
    "A passkey was added to your Afterglow account.",
  ]);
});

test("a member who has chosen no language gets English", async () => {
  const { ctx, sent } = await ctxOf();
  const ada = await member("ada");
  const mailing = { kind: "reset", to: ada.email, memberId: ada.id } as const;
  await sendMail(ctx, mailing, (i18n) => resetLetter(i18n, "https://a.test"));
  expect(sent[0]?.subject).toBe("Set a new password");
});

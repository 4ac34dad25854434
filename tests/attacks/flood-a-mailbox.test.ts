import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { newId, timeOfId } from "~/contract/ids";
import { HOUR_MS } from "~/contract/time";
import { sendHeldMails } from "~/domain/mail/send-held-mails";
import { decide } from "~/domain/moderation/decide";
import type { Letter } from "~/platform/mail";
import { appCode } from "../factories/two-factor";
import { Client, dataUrl, errorOf, type Member, member } from "../workers/client";
import { contextOf } from "../workers/context-of";
import { mailsDuring, tokenIn } from "../workers/mails";
import { silenceHubs } from "../workers/quiet-hubs";
import { limited, Stranger } from "./stranger";

silenceHubs();

const freshEmail = () => `victim.${crypto.randomUUID()}@example.com`;

/** Signs up with an address and returns the client. */
async function signedUp(email: string, fullName = "Prize! https://evil.example/claim"): Promise<Stranger> {
  const stranger = new Stranger();
  await stranger.call("signUp", { body: { email, fullName, password: "golden hour" } });
  return stranger;
}

/** Turns app codes on and off: two alerts. */
async function toggle(client: Client): Promise<void> {
  const { secret } = await client.call("startTotp");
  await client.call("confirmTotp", { body: { code: appCode(secret) } });
  await client.call("endTotp");
}

/** Runs the mails of the hourly run at a later time, and returns them. */
async function runHeldMails(hoursLater: number): Promise<(Letter & { to: string })[]> {
  const sent: (Letter & { to: string })[] = [];
  const { ctx } = contextOf({ id: "" });
  const mail = { send: async (to: string, letter: Letter) => void sent.push({ ...letter, to }) };
  const at = new Date(Date.now() + hoursLater * HOUR_MS);
  const limits = { areOn: true, take: async () => true };
  while ((await sendHeldMails({ ...ctx, mail, limits, now: () => at })) > 0);
  return sent;
}

const heldMailsTo = async ({ email }: { email: string }, hoursLater: number) =>
  (await runHeldMails(hoursLater)).filter(({ to }) => to === email);

describe("an address that nobody has confirmed", () => {
  test("gets the email about the sign-up and one alert a day, without a word of the member", async () => {
    const email = freshEmail();
    const mails = await mailsDuring(async () => {
      const stranger = await signedUp(email);
      for (let n = 0; n < 8; n++) await toggle(stranger);
    }, 2);
    expect(mails.map((mail) => /Subject: (.*)/.exec(mail)?.[1])).toEqual([
      "Confirm your email address",
      "Two-factor authentication is on",
    ]);
    for (const mail of mails) expect(mail).not.toMatch(/Prize|evil/);
    expect(await heldMailsTo({ email }, 2)).toEqual([]);
    const [list, ...others] = await heldMailsTo({ email }, 25);
    expect(others).toEqual([]);
    expect(list?.text).toContain("Two-factor authentication of your Afterglow account was turned off.");
    expect(list?.text).not.toMatch(/Prize|evil/);
  });

  test("gets three mails an hour of sign-ups that are deleted and repeated", async () => {
    const email = freshEmail();
    await mailsDuring(async () => {
      for (let n = 0; n < 6; n++) {
        const stranger = await signedUp(email);
        const { user } = await stranger.call("me");
        const body = { confirmation: user.username, currentPassword: "golden hour" };
        await stranger.call("deleteAccount", { body });
      }
    }, 3);
  });

  test("gets three mails an hour from all members together, who get an error", async () => {
    const email = freshEmail();
    const body = { email, currentPassword: "sunset" };
    const ask = async () => limited(await member("asks")).send("POST", "/api/account/email", body);
    await mailsDuring(async () => {
      for (let n = 0; n < 3; n++) expect((await ask()).status).toBe(204);
      const refused = await ask();
      expect(refused.headers.get("Retry-After")).toBe("3600");
      const message = "We have sent you several links. Please try again in an hour.";
      expect(await errorOf(refused)).toEqual({ status: 429, message });
    }, 3);
  });

  test("gets three mails an hour from one member, and a refused one keeps the request before it", async () => {
    const ada = limited(await member("ada"));
    const email = freshEmail();
    const mails = await mailsDuring(async () => {
      await ada.call("changeEmail", { body: { email, currentPassword: "sunset" } });
      for (let n = 0; n < 2; n++) await ada.call("resendEmailLink");
      expect((await ada.send("POST", "/api/account/email/resend")).status).toBe(429);
      const body = { email: freshEmail(), currentPassword: "sunset" };
      expect((await ada.send("POST", "/api/account/email", body)).status).toBe(429);
    }, 3);
    await ada.call("confirmEmail", { body: { token: tokenIn(mails[0]) } });
    expect((await ada.call("me")).user.email).toBe(email);
  });

  test("gets no text of a removed comment", async () => {
    const [ada, eve] = [await member("ada"), await member("eve")];
    expect(await decisionAbout(ada, "claim at evil.example")).toContain("evil.example");
    await env.DB.prepare("UPDATE users SET email_confirmed = 0 WHERE id = ?").bind(eve.id).run();
    const hidden = await decisionAbout(eve, "claim at evil.example");
    expect(hidden).toContain("A moderator has reviewed your comment.");
    expect(hidden).not.toContain("evil");
  });
});

/** Lets a moderator warn about a comment, and returns the mail. @param mails 0 if none is sent */
async function decisionAbout(author: Member, comment: string, mails = 1): Promise<string | undefined> {
  const [reader, judge] = [await member("reader"), await member("judge", "moderator")];
  const { id } = await author.call("createPost", { body: { mediaUrl: dataUrl } });
  const { id: commentId } = await author.call("addComment", { params: { id }, body: { comment } });
  const report = { postId: id, commentId, reason: "spam", details: "" };
  await reader.call("report", { body: report });
  const reportId = await env.DB.prepare("SELECT id FROM abuse_reports ORDER BY id DESC").first<string>("id");
  const [mail] = await mailsDuring(() => {
    // Created here, because the port of mails prints to the console that it finds.
    const { ctx } = contextOf(judge, { AFTERGLOW_RATE_LIMITS: "on" });
    return decide(ctx, reportId ?? "", { action: "warn", reason: "spam", note: "", removes: false });
  }, mails);
  return mail;
}

test("a member gets one decision an hour, and a list of the others", async () => {
  const eve = await member("eve");
  await decisionAbout(eve, "one");
  await decisionAbout(eve, "two", 0);
  await decisionAbout(eve, "three", 0);
  const [list, ...others] = await heldMailsTo(eve, 2);
  expect(others).toEqual([]);
  expect(list?.subject).toBe("Decisions about your Afterglow account: 2");
  expect(list?.text.match(/A moderator has reviewed your comment\. It breaks our rules: Spam/g)).toHaveLength(
    2,
  );
});

test("a change of the address beyond one an hour is listed for the former address, which can undo it", async () => {
  const owner = await member("ada");
  const ada = limited(owner);
  const [next, last] = [freshEmail(), freshEmail()];
  const changeTo = async (email: string, mails: number) => {
    const body = { email, currentPassword: "sunset" };
    const [link] = await mailsDuring(() => ada.call("changeEmail", { body }));
    await mailsDuring(() => ada.call("confirmEmail", { body: { token: tokenIn(link) } }), mails);
  };
  await changeTo(next, 1);
  await changeTo(last, 0);
  const [list] = await heldMailsTo({ email: next }, 2);
  expect(list?.text).toContain("You now log in to Afterglow with another email address.");
  await mailsDuring(() => new Client().call("secureAccount", { body: { token: tokenIn(list?.text) } }));
  const row = env.DB.prepare("SELECT email FROM users WHERE id = ?").bind(owner.id);
  expect(await row.first("email")).toBe(next);
});

describe("somebody with a member's session", () => {
  test("causes two alerts an hour; the others come in one mail with a list, whose link undoes them", async () => {
    const ada = await member("ada");
    const thief = limited(ada);
    await mailsDuring(async () => {
      for (let n = 0; n < 4; n++) await toggle(thief);
      const { secret } = await thief.call("startTotp");
      await thief.call("confirmTotp", { body: { code: appCode(secret) } });
    }, 2);
    const [list, ...others] = await heldMailsTo(ada, 2);
    expect(others).toEqual([]);
    expect(list?.subject).toBe("Log-ins and changes of your account: 7");
    expect(list?.text.match(/was turned o(n|ff)\./g)).toHaveLength(7);
    expect(await heldMailsTo(ada, 4)).toEqual([]);
    await new Client().call("secureAccount", { body: { token: tokenIn(list?.text) } });
    const keys = env.DB.prepare("SELECT count(*) AS n FROM totp_secrets WHERE user_id = ?").bind(ada.id);
    expect(await keys.first("n")).toBe(0);
  });

  test("keeps no reset link, alert of a new address or confirmation from the member by a flood of alerts", async () => {
    const ada = await member("ada");
    const thief = limited(ada);
    await mailsDuring(async () => {
      for (let n = 0; n < 3; n++) await toggle(thief);
    }, 2);
    const { email } = ada;
    const [reset] = await mailsDuring(() => new Stranger().call("requestPasswordReset", { body: { email } }));
    expect(reset).toContain("Subject: Set a new password");
    const next = { email: freshEmail(), currentPassword: "sunset" };
    const [link] = await mailsDuring(() => thief.call("changeEmail", { body: next }));
    const [changed] = await mailsDuring(() => thief.call("confirmEmail", { body: { token: tokenIn(link) } }));
    expect(changed).toContain(`To: ${email}\n  Subject: Your email address was changed`);
  });

  test("gets no mail with the list of alerts after the member has undone the change of address", async () => {
    const ada = await member("ada");
    const thief = limited(ada);
    const next = { email: freshEmail(), currentPassword: "sunset" };
    const [link] = await mailsDuring(() => thief.call("changeEmail", { body: next }));
    const [changed] = await mailsDuring(() => thief.call("confirmEmail", { body: { token: tokenIn(link) } }));
    await mailsDuring(async () => {
      for (let n = 0; n < 3; n++) await toggle(thief);
    }, 2);
    await mailsDuring(() => new Client().call("undoEmailChange", { body: { token: tokenIn(changed) } }));
    expect(await heldMailsTo(next, 30)).toEqual([]);
  });
});

describe("anybody who asks for reset links", () => {
  /** Lets the mails so far be older. */
  async function age(hours: number): Promise<void> {
    const { results } = await env.DB.prepare("SELECT id FROM sent_mails").all<{ id: string }>();
    for (const { id } of results) {
      const aged = newId(timeOfId(id) - hours * HOUR_MS);
      await env.DB.prepare("UPDATE sent_mails SET id = ? WHERE id = ?").bind(aged, id).run();
    }
  }

  test("causes two an hour and four a day, and keeps none from a browser of the member", async () => {
    const ada = await member("ada");
    const body = { email: ada.email };
    const own = new Stranger();
    await mailsDuring(() => own.call("logIn", { body: { ...body, password: "sunset" } }));
    const ask = async () => {
      for (let n = 0; n < 5; n++) await new Stranger().call("requestPasswordReset", { body });
    };
    await mailsDuring(ask, 2);
    await age(1);
    await mailsDuring(ask, 2);
    await age(1);
    await mailsDuring(ask, 0);
    const [mail] = await mailsDuring(() => own.call("requestPasswordReset", { body }));
    await own.call("resetPassword", { body: { token: tokenIn(mail), password: "moonrise bay" } });
  });
});

import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import type { AppError } from "~/contract/errors";
import { quotas } from "~/contract/quotas";
import { tokenId } from "~/domain/accounts/session-token";
import { sendMessage } from "~/domain/chat/send-message";
import { requestConnection } from "~/domain/connections/request-connection";
import { uploadFile } from "~/domain/media/upload-file";
import { addComment } from "~/domain/posts/add-comment";
import { createPost } from "~/domain/posts/create-post";
import { generateImage } from "~/domain/studio/make-image";
import { suggestAltText } from "~/domain/studio/suggest-alt-text";
import { translateText } from "~/domain/studio/translate-text";
import { Client, dataUrl, errorOf, member } from "./client";
import { connect } from "./connect";
import { contextOf } from "./context-of";
import { mailsDuring, tokenIn } from "./mails";
import { photo } from "./photos";
import { isIn } from "./sessions";

const DAY_MS = 24 * 60 * 60_000;

const codeIn = (mail: string | undefined) => /Your code is (\d{6})\./.exec(mail ?? "")?.[1] ?? "";

let signUps = 0;

/** Signs up and returns the client, the member and the mail. */
async function newcomer() {
  const client = new Client();
  const body = { email: `Newcomer${++signUps}@example.com`, fullName: "New One", password: "golden hour" };
  const [mail = ""] = await mailsDuring(() => client.call("signUp", { body }));
  const { user } = await client.call("me");
  return Object.assign(client, { id: user.id, email: user.email, username: user.username, mail });
}

const isConfirmed = async (client: Client) => (await client.call("readEmail")).isConfirmed;
const enter = async (client: Client, code: string) =>
  client.send("POST", "/api/account/email/code", { code });

/** Returns a code that is not that of the mail. */
const wrong = (mail: string) => (codeIn(mail) === "000000" ? "000001" : "000000");

describe("a sign-up", () => {
  test("mails a link and a code to the address, without the member's words", async () => {
    const ada = await newcomer();
    expect(ada.mail).toContain(`To: ${ada.email}\n`);
    expect(ada.mail).not.toContain("New One");
    expect(codeIn(ada.mail)).toMatch(/^\d{6}$/);
    expect(await ada.call("readEmail")).toEqual({
      email: ada.email,
      isConfirmed: false,
      isBouncing: false,
      pendingEmail: null,
    });
    const { results } = await env.DB.prepare("SELECT * FROM email_changes").all();
    for (const secret of [codeIn(ada.mail), tokenIn(ada.mail)]) {
      expect(JSON.stringify(results)).not.toContain(`"${secret}"`);
    }
  });

  test("lets the member set up a profile, post, connect and chat at once", async () => {
    const [ada, grace] = [await newcomer(), await member("grace")];
    await ada.call("setUpProfile", { body: { username: `new.${signUps}`, profileImage: dataUrl } });
    const { id } = await ada.call("createPost", { body: { mediaUrl: dataUrl } });
    await ada.call("addComment", { params: { id }, body: { comment: "First" } });
    await ada.call("requestConnection", { params: { userId: grace.id } });
    await grace.call("acceptConnection", { params: { fromUserId: ada.id } });
    await ada.call("sendMessage", { params: { userId: grace.id }, body: { content: "Hello" } });
  });
});

describe("the address of a sign-up is confirmed", () => {
  test("by the link, once, and by its code no more", async () => {
    const ada = await newcomer();
    await mailsDuring(async () => {
      const { message } = await ada.call("confirmEmail", { body: { token: tokenIn(ada.mail) } });
      expect(message).toBe("Your email is confirmed.");
    }, 0);
    expect(await isConfirmed(ada)).toBe(true);
    expect(await isIn(ada)).toBe(true);
    const again = await errorOf(await enter(ada, codeIn(ada.mail)));
    expect(again).toMatchObject({ status: 422, errors: { code: ["This code is wrong or has expired."] } });
  });

  test("by the code, with spaces as a mail program may show it", async () => {
    const ada = await newcomer();
    const code = codeIn(ada.mail);
    expect((await enter(ada, ` ${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(204);
    expect(await isConfirmed(ada)).toBe(true);
    expect((await ada.send("POST", "/api/account/email/resend")).status).toBe(404);
  });

  test("by a link that sets a new password, and by one that undoes a change", async () => {
    const [ada, grace] = [await newcomer(), await newcomer()];
    const { email } = ada;
    const [reset] = await mailsDuring(() => ada.call("requestPasswordReset", { body: { email } }));
    await ada.call("resetPassword", { body: { token: tokenIn(reset), password: "moonrise" } });
    await env.DB.prepare(
      "INSERT INTO email_undos (id, user_id, email, expires_at, created_at) SELECT ?, id, email, '2099', '2025' FROM users WHERE id = ?",
    )
      .bind(await tokenId("undo"), grace.id)
      .run();
    await grace.call("undoEmailChange", { body: { token: "undo" } });
    const confirmed = env.DB.prepare("SELECT email_confirmed FROM users WHERE id = ?");
    for (const { id } of [ada, grace]) expect(await confirmed.bind(id).first("email_confirmed")).toBe(1);
  });

  test("by nobody else's code", async () => {
    const [ada, grace] = [await newcomer(), await newcomer()];
    expect((await enter(grace, codeIn(ada.mail))).status).toBe(422);
    expect(await isConfirmed(grace)).toBe(codeIn(ada.mail) === codeIn(grace.mail));
  });

  test("by neither after a day, and by those of another mail", async () => {
    const ada = await newcomer();
    await env.DB.prepare("UPDATE email_changes SET expires_at = '2020' WHERE user_id = ?").bind(ada.id).run();
    expect((await enter(ada, codeIn(ada.mail))).status).toBe(422);
    const token = tokenIn(ada.mail);
    expect((await ada.send("POST", "/api/auth/confirm-email", { token })).status).toBe(422);
    const [mail] = await mailsDuring(() => ada.call("resendEmailLink"));
    expect(mail).toContain(`To: ${ada.email}\n`);
    expect((await enter(ada, codeIn(mail))).status).toBe(204);
  });
});

test("a code is refused with a message of its rule", async () => {
  const ada = await newcomer();
  for (const code of ["", "12345", "1234567", "abcdef", "１２３４５６"]) {
    expect(await errorOf(await enter(ada, code)), code).toMatchObject({
      status: 422,
      errors: { code: ["Please enter the 6 digits of the code"] },
    });
  }
});

test("ten codes can be entered in 24 hours, also at once; the link still works", async () => {
  const ada = await newcomer();
  const replies = await Promise.all(Array.from({ length: 16 }, () => enter(ada, wrong(ada.mail))));
  expect(replies.map(({ status }) => status).sort()).toEqual([...Array(10).fill(422), ...Array(6).fill(429)]);
  const refused = await enter(ada, codeIn(ada.mail));
  expect(refused.headers.get("Retry-After")).toBe("86400");
  expect(await errorOf(refused)).toEqual({
    status: 429,
    message: "You have entered many codes. Please open the link in the email instead.",
  });
  // Another mail brings no more attempts.
  const [mail] = await mailsDuring(() => ada.call("resendEmailLink"));
  expect((await enter(ada, codeIn(mail))).status).toBe(429);
  await ada.call("confirmEmail", { body: { token: tokenIn(mail) } });
  expect(await isConfirmed(ada)).toBe(true);
});

test("a new address is confirmed by its code too, and is confirmed then", async () => {
  const ada = await newcomer();
  const email = `moved${signUps}@example.com`;
  const [first] = await mailsDuring(() =>
    ada.call("changeEmail", { body: { email, currentPassword: "golden hour" } }),
  );
  // The change voids the mail of the sign-up.
  expect((await enter(ada, codeIn(ada.mail))).status).toBe(422);
  expect((await enter(ada, codeIn(first))).status).toBe(204);
  expect(await ada.call("readEmail")).toEqual({
    email,
    isConfirmed: true,
    isBouncing: false,
    pendingEmail: null,
  });
});

test("a change of an address that was never confirmed leaves its reader nothing to take the account with", async () => {
  const ada = await newcomer();
  const email = `right${signUps}@example.com`;
  const [mail] = await mailsDuring(() =>
    ada.call("changeEmail", { body: { email, currentPassword: "golden hour" } }),
  );
  await mailsDuring(() => ada.call("confirmEmailByCode", { body: { code: codeIn(mail) } }), 0);
  const undos = env.DB.prepare("SELECT count(*) AS n FROM email_undos WHERE user_id = ?").bind(ada.id);
  expect(await undos.first("n")).toBe(0);
  // Its owner can sign up with it.
  await mailsDuring(() =>
    new Client().call("signUp", {
      body: { email: ada.email, fullName: "The Owner", password: "golden hour" },
    }),
  );
});

test("an older account with an unconfirmed address has lower quotas, and the messages say so", async () => {
  const [ada, grace] = [await newcomer(), await member("grace")];
  await connect(ada, grace);
  const at = new Date(Date.now() + 4 * DAY_MS);
  const limits = { areOn: true, take: async () => true };
  const { ctx } = contextOf(ada);
  const later = { ...ctx, viewer: { ...ctx.viewer, emailConfirmed: false }, limits, now: () => at };
  await env.DB.prepare("INSERT OR REPLACE INTO quota_counters (owner, kind, since, used) VALUES (?, ?, ?, ?)")
    .bind(ada.id, "uploads", at.getTime(), quotas.uploads.low)
    .run();
  const file = new File([photo("small")], "photo");
  await expect(uploadFile(later, file)).rejects.toThrow(
    "Until you confirm your email, you can upload 50 files in 24 hours. Please try again in 24 hours.",
  );
  // A hub does not know whether the address is confirmed.
  const { emailConfirmed: _, ...viewer } = later.viewer;
  const inHub = { ...later, viewer };
  for (let n = 0; n < quotas.messages.low; n++) await sendMessage(inHub, grace.id, { content: "Hello" });
  await expect(sendMessage(inHub, grace.id, { content: "Hello" })).rejects.toThrow(
    "Until you confirm your email, you can send 20 messages in 24 hours to a connection who has not answered.",
  );
  await ada.call("confirmEmailByCode", { body: { code: codeIn(ada.mail) } });
  await sendMessage(inHub, grace.id, { content: "Hello" });
  await uploadFile({ ...later, viewer: { ...later.viewer, emailConfirmed: true } }, file);
});

describe("when the operator requires a confirmed address", () => {
  test("writing to others, uploads and AI wait for it, and nothing is stored", async () => {
    const [ada, grace] = [await newcomer(), await member("grace")];
    await connect(ada, grace);
    const stranger = await member("stranger");
    const post = await grace.call("createPost", { body: { mediaUrl: dataUrl } });
    const { ctx } = contextOf(ada);
    const viewer = { ...ctx.viewer, email: ada.email };
    const as = (emailConfirmed: boolean) => ({
      ...ctx,
      requiresEmail: true,
      viewer: { ...viewer, emailConfirmed },
    });
    const attempts = (emailConfirmed: boolean) => {
      const required = as(emailConfirmed);
      return [
        () => uploadFile(required, new File([photo("small")], "photo")),
        () => createPost(required, { mediaUrl: dataUrl }),
        () => addComment(required, post.id, { comment: "x" }),
        () => requestConnection(required, stranger.id),
        () => sendMessage(required, grace.id, { content: "x" }),
        () => sendMessage(required, grace.id, { content: "", attachment: { data: dataUrl, name: "a.jpg" } }),
        () => generateImage(required, { prompt: "A harbour at dusk" }),
        () => suggestAltText(required, { image: dataUrl }),
        () => translateText(required, { text: "Guten Morgen", from: "de", to: "en" }),
      ];
    };
    const media = () => env.DB.prepare("SELECT count(*) AS n FROM media").first("n");
    const before = await media();
    for (const attempt of attempts(false)) {
      const error = await attempt().catch((thrown: AppError) => thrown);
      expect(error).toMatchObject({
        code: "forbidden",
        message: "Please confirm your email first. Your settings have the form for the code.",
      });
    }
    expect(await media()).toBe(before);
    await ada.call("confirmEmailByCode", { body: { code: codeIn(ada.mail) } });
    for (const attempt of attempts(true)) await attempt();
  });
});

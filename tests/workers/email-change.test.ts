import { env } from "cloudflare:test";
import { describe, expect, test, vi } from "vitest";
import { CLOSED_SESSION_ENDED } from "~/contract/limits";
import { Client, errorOf, type Member, member, SITE } from "./client";
import { mailsDuring, tokenIn } from "./mails";
import { again, isIn, openSocket } from "./sessions";

const HOUR = 60 * 60_000;
const TAKEN = { status: 409, errors: { email: ["This email is already in use."] } };
const VOID = { status: 422, errors: { token: [expect.stringContaining("This link is no longer valid.")] } };

let addresses = 0;
const freshEmail = () => `next${++addresses}@example.com`;

/** Requests a change and returns the token of the link to the new address. */
async function requestChange(ada: Client, email: string): Promise<string> {
  const body = { email, currentPassword: "sunset" };
  const [mail] = await mailsDuring(() => ada.call("changeEmail", { body }));
  expect(mail).toContain(`To: ${email.toLowerCase()}\n`);
  expect(mail).toContain("Confirm your new email address");
  return tokenIn(mail);
}

/** Uses the link to a new address and returns the token of the link to the old one. */
async function confirm(token: string, by = new Client()): Promise<string> {
  const [mail] = await mailsDuring(() => by.call("confirmEmail", { body: { token } }));
  return tokenIn(mail);
}

/** Changes the address and returns the token of the link that undoes the change. */
const changeTo = async (ada: Client, email: string) => confirm(await requestChange(ada, email));

const post = async (path: string, body: unknown, by = new Client()) =>
  errorOf(await by.send("POST", path, body));
const confirmFails = (token: string) => post("/api/auth/confirm-email", { token });
const undoFails = (token: string) => post("/api/auth/undo-email", { token });
const changeFails = (ada: Client, email: string) =>
  post("/api/account/email", { email, currentPassword: "sunset" }, ada);

const canLogIn = async (email: string, password = "sunset") =>
  (await new Client().send("POST", "/api/auth/login", { email, password })).status === 200;

/** Moves the end of all links of a member into the past. */
const expireLinks = (table: "email_changes" | "email_undos", { id }: Member) =>
  env.DB.prepare(`UPDATE ${table} SET expires_at = '2020-01-01T00:00:00.000Z' WHERE user_id = ?`)
    .bind(id)
    .run();

/** Returns the hours that the links of a member are valid. */
async function lifetimes(table: "email_changes" | "email_undos", { id }: Member): Promise<number[]> {
  const { results } = await env.DB.prepare(`SELECT expires_at, created_at FROM ${table} WHERE user_id = ?`)
    .bind(id)
    .all<{ expires_at: string; created_at: string }>();
  return results.map((row) => (Date.parse(row.expires_at) - Date.parse(row.created_at)) / HOUR);
}

describe("a request to change the email address", () => {
  test("changes nothing before the link in the mail to the new address is used", async () => {
    const ada = await member("ada");
    const phone = await again(ada);
    const token = await requestChange(ada, "New.Ada@Example.com");
    expect(await ada.call("readEmail")).toEqual({
      email: ada.email,
      isConfirmed: true,
      isBouncing: false,
      pendingEmail: "new.ada@example.com",
    });
    expect((await ada.call("me")).user.email).toBe(ada.email);
    expect(await isIn(phone)).toBe(true);
    expect([await canLogIn(ada.email), await canLogIn("new.ada@example.com")]).toEqual([true, false]);
    const { results } = await env.DB.prepare("SELECT * FROM email_changes").all();
    expect(JSON.stringify(results)).not.toContain(token);
    expect(await lifetimes("email_changes", ada)).toEqual([24]);
  });

  test("refuses a taken address, the member's own, and a wrong password, and sends no mail", async () => {
    const [ada, grace] = [await member("ada"), await member("grace")];
    await mailsDuring(async () => {
      expect(await changeFails(ada, grace.email.toUpperCase())).toMatchObject(TAKEN);
      expect(await changeFails(ada, ada.email.toUpperCase())).toMatchObject({
        status: 422,
        errors: { email: ["You already log in with this email"] },
      });
      const wrong = { email: freshEmail(), currentPassword: "wrong!" };
      expect((await post("/api/account/email", wrong, ada)).status).toBe(422);
    }, 0);
    expect(await ada.call("readEmail")).toEqual({
      email: ada.email,
      isConfirmed: true,
      isBouncing: false,
      pendingEmail: null,
    });
  });

  test("replaces an earlier one for another address", async () => {
    const ada = await member("ada");
    const [first, second] = [freshEmail(), freshEmail()];
    const earlier = await requestChange(ada, first);
    const later = await requestChange(ada, second);
    expect((await ada.call("readEmail")).pendingEmail).toBe(second);
    expect(await confirmFails(earlier)).toMatchObject(VOID);
    await confirm(later);
    expect((await ada.call("me")).user.email).toBe(second);
  });

  test("can be sent again, and one of its links voids the others", async () => {
    const ada = await member("ada");
    const email = freshEmail();
    const first = await requestChange(ada, email);
    const [mail] = await mailsDuring(() => ada.call("resendEmailLink"));
    expect(mail).toContain(`To: ${email}\n`);
    await confirm(first);
    expect(await confirmFails(tokenIn(mail))).toMatchObject(VOID);
    expect((await post("/api/account/email/resend", undefined, ada)).status).toBe(404);
  });

  test("can be cancelled, more than once", async () => {
    const ada = await member("ada");
    const token = await requestChange(ada, freshEmail());
    await ada.call("cancelEmailChange");
    await ada.call("cancelEmailChange");
    expect((await ada.call("readEmail")).pendingEmail).toBeNull();
    expect(await confirmFails(token)).toMatchObject(VOID);
  });

  test.each([
    [
      "changed",
      (ada: Member) =>
        ada.call("changePassword", { body: { currentPassword: "sunset", newPassword: "moonrise" } }),
      1,
    ],
    [
      "reset",
      async ({ email }: Member) => {
        const [mail] = await mailsDuring(() =>
          new Client().call("requestPasswordReset", { body: { email } }),
        );
        await new Client().call("resetPassword", { body: { token: tokenIn(mail), password: "moonrise" } });
      },
      0,
    ],
  ])("is voided when the password is %s", async (_, setPassword, mails) => {
    const ada = await member("ada");
    const token = await requestChange(ada, freshEmail());
    if (mails > 0) await mailsDuring(() => setPassword(ada), mails);
    else await setPassword(ada);
    expect(await confirmFails(token)).toMatchObject(VOID);
  });
});

describe("confirming a new email address", () => {
  test("changes it, keeps the requesting session only, voids reset links and mails the old address", async () => {
    const ada = await member("ada");
    const [link] = await mailsDuring(() =>
      new Client().call("requestPasswordReset", { body: { email: ada.email } }),
    );
    const phone = await again(ada);
    const { closed } = await openSocket(phone);
    const email = freshEmail();
    const token = await requestChange(ada, email);
    const [mail] = await mailsDuring(() => new Client().call("confirmEmail", { body: { token } }));
    expect(mail).toContain(`To: ${ada.email}\n`);
    expect(mail).toContain(`${SITE}/undo-email?token=`);
    expect(await lifetimes("email_undos", ada)).toEqual([7 * 24]);
    expect(await closed).toBe(CLOSED_SESSION_ENDED);
    expect([await isIn(phone), await isIn(ada)]).toEqual([false, true]);
    expect(await ada.call("readEmail")).toEqual({
      email,
      isConfirmed: true,
      isBouncing: false,
      pendingEmail: null,
    });
    expect([await canLogIn(email), await canLogIn(ada.email)]).toEqual([true, false]);
    const reset = { token: tokenIn(link), password: "stolen" };
    expect(await post("/api/auth/reset-password", reset)).toMatchObject(VOID);
    expect(await confirmFails(token)).toMatchObject(VOID);
  });

  test("keeps the session that confirms, and those of another member", async () => {
    const [ada, grace] = [await member("ada"), await member("grace")];
    const [phone, tablet] = [await again(ada), await again(ada)];
    await confirm(await requestChange(ada, freshEmail()), phone);
    expect([await isIn(ada), await isIn(phone), await isIn(tablet)]).toEqual([true, true, false]);
    await confirm(await requestChange(phone, freshEmail()), grace);
    expect([await isIn(grace), await isIn(ada), await isIn(phone)]).toEqual([true, false, true]);
  });

  test("accepts one of two concurrent uses of a link", async () => {
    const ada = await member("ada");
    const token = await requestChange(ada, freshEmail());
    const use = () => new Client().send("POST", "/api/auth/confirm-email", { token });
    const replies = await Promise.all([use(), use()]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(await lifetimes("email_undos", ada)).toHaveLength(1);
  });

  test("refuses an address that was taken meanwhile, and changes nothing", async () => {
    const ada = await member("ada");
    const email = freshEmail();
    const token = await requestChange(ada, email);
    await new Client().call("signUp", { body: { email, fullName: "Eve Other", password: "golden hour" } });
    expect(await confirmFails(token)).toMatchObject(TAKEN);
    expect((await ada.call("me")).user.email).toBe(ada.email);
    expect(await lifetimes("email_undos", ada)).toEqual([]);
    expect((await post("/api/account/email/resend", undefined, ada)).status).toBe(409);
  });

  test("refuses an expired link", async () => {
    const ada = await member("ada");
    const token = await requestChange(ada, freshEmail());
    await expireLinks("email_changes", ada);
    expect((await ada.call("readEmail")).pendingEmail).toBeNull();
    expect(await confirmFails(token)).toMatchObject(VOID);
    expect((await ada.call("me")).user.email).toBe(ada.email);
  });
});

describe("undoing a change of the email address", () => {
  test("restores it, ends all sessions, and lets only its owner set a new password", async () => {
    const ada = await member("ada");
    const email = freshEmail();
    const token = await changeTo(ada, email);
    const [link] = await mailsDuring(() => new Client().call("requestPasswordReset", { body: { email } }));
    const { closed } = await openSocket(ada);
    let resetToken = "";
    const [mail] = await mailsDuring(async () => {
      ({ resetToken } = await new Client().call("undoEmailChange", { body: { token } }));
    });
    expect(mail).toContain(`To: ${email}\n`);
    expect(mail).toContain("Your email address was changed back");
    expect(await closed).toBe(CLOSED_SESSION_ENDED);
    expect(await isIn(ada)).toBe(false);
    // The old password no longer works: the person who changed the address knew it.
    expect([await canLogIn(email), await canLogIn(ada.email)]).toEqual([false, false]);
    const stolen = { token: tokenIn(link), password: "stolen" };
    expect(await post("/api/auth/reset-password", stolen)).toMatchObject(VOID);
    await new Client().call("resetPassword", { body: { token: resetToken, password: "first light" } });
    expect(await canLogIn(ada.email, "first light")).toBe(true);
    expect(await undoFails(token)).toMatchObject(VOID);
  });

  test("of the first of several changes voids the later ones and a pending one", async () => {
    const ada = await member("ada");
    const [first, second] = [freshEmail(), freshEmail()];
    const toFirst = await changeTo(ada, first);
    const toSecond = await changeTo(ada, second);
    const pending = await requestChange(ada, freshEmail());
    await mailsDuring(() => new Client().call("undoEmailChange", { body: { token: toFirst } }));
    expect(await undoFails(toSecond)).toMatchObject(VOID);
    expect(await confirmFails(pending)).toMatchObject(VOID);
    const restored = await env.DB.prepare("SELECT email FROM users WHERE id = ?").bind(ada.id).first("email");
    expect(restored).toBe(ada.email);
    // The later addresses are free again.
    for (const email of [first, second])
      await new Client().call("signUp", { body: { email, fullName: "Eve Other", password: "golden hour" } });
  });

  test("voids the links of alerts that were mailed to the new address", async () => {
    const ada = await member("ada");
    const email = freshEmail();
    const token = await changeTo(ada, email);
    const [alert] = await mailsDuring(() => again({ email }));
    await mailsDuring(() => new Client().call("undoEmailChange", { body: { token } }));
    expect(await post("/api/auth/secure-account", { token: tokenIn(alert) })).toMatchObject({ status: 422 });
  });

  test("of a later change keeps the link that undoes an earlier one", async () => {
    const ada = await member("ada");
    const toAda = await changeTo(ada, freshEmail());
    const middle = (await ada.call("me")).user.email;
    const toMiddle = await changeTo(ada, freshEmail());
    const emailNow = () => env.DB.prepare("SELECT email FROM users WHERE id = ?").bind(ada.id).first("email");
    await mailsDuring(() => new Client().call("undoEmailChange", { body: { token: toMiddle } }));
    expect(await emailNow()).toBe(middle);
    await mailsDuring(() => new Client().call("undoEmailChange", { body: { token: toAda } }));
    expect(await emailNow()).toBe(ada.email);
  });

  test("sends no mail when the member has changed the address back already", async () => {
    const ada = await member("ada");
    const token = await changeTo(ada, freshEmail());
    await changeTo(ada, ada.email);
    await mailsDuring(() => new Client().call("undoEmailChange", { body: { token } }), 0);
    expect(await isIn(ada)).toBe(false);
  });

  test("refuses an expired link", async () => {
    const ada = await member("ada");
    const email = freshEmail();
    const token = await changeTo(ada, email);
    await expireLinks("email_undos", ada);
    expect(await undoFails(token)).toMatchObject(VOID);
    expect((await ada.call("me")).user.email).toBe(email);
  });

  test.each([{ token: "" }, { token: "made-up" }, { token: "x".repeat(300) }])(
    "refuses %j",
    async ({ token }) => {
      expect((await undoFails(token)).status).toBe(422);
      expect((await confirmFails(token)).status).toBe(422);
    },
  );
});

describe("an address that can be restored", () => {
  const signUp = (email: string) =>
    post("/api/auth/signup", { email, fullName: "Eve Other", password: "golden hour" });

  test("is refused to others as taken until its link has expired", async () => {
    const [ada, grace] = [await member("ada"), await member("grace")];
    // Grace's request is older than Ada's change, so only the confirmation can refuse it.
    const middle = freshEmail();
    const early = await requestChange(grace, middle);
    await changeTo(ada, middle);
    await changeTo(ada, freshEmail());
    for (const email of [ada.email, middle]) {
      expect(await signUp(email.toUpperCase())).toMatchObject(TAKEN);
      expect(await changeFails(grace, email)).toMatchObject(TAKEN);
    }
    expect(await confirmFails(early)).toMatchObject(TAKEN);
    await expireLinks("email_undos", ada);
    await new Client().call("signUp", {
      body: { email: ada.email, fullName: "Eve Other", password: "golden hour" },
    });
    await confirm(early);
    expect((await grace.call("me")).user.email).toBe(middle);
  });

  test("can be taken again by its member", async () => {
    const ada = await member("ada");
    await changeTo(ada, freshEmail());
    await changeTo(ada, ada.email);
    expect((await ada.call("me")).user.email).toBe(ada.email);
  });
});

test("log lines contain neither addresses nor tokens", async () => {
  const ada = await member("ada");
  const spies = (["log", "warn", "error"] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation(() => undefined),
  );
  const lines = () => spies.flatMap((spy) => spy.mock.calls.map((args) => args.map(String).join(" ")));
  const tokenOf = async (page: string) => {
    const mail = () => lines().find((line) => line.includes("✉") && line.includes(`/${page}?token=`));
    await expect.poll(mail).toBeDefined();
    return tokenIn(mail());
  };
  try {
    await ada.call("changeEmail", { body: { email: "private@example.com", currentPassword: "sunset" } });
    const token = await tokenOf("confirm-email");
    await new Client().fetch(`/confirm-email?token=${token}`);
    await new Client().call("confirmEmail", { body: { token } });
    const undoToken = await tokenOf("undo-email");
    await new Client().fetch(`/undo-email?token=${undoToken}`);
    await new Client().call("undoEmailChange", { body: { token: undoToken } });
    const logged = lines().filter((line) => !line.includes("✉"));
    expect(logged.filter((line) => line.includes("/confirm-email"))).toHaveLength(2);
    for (const secret of [token, undoToken, "@example.com"])
      expect(logged.filter((line) => line.includes(secret))).toEqual([]);
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
});

import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { CLOSED_SESSION_ENDED } from "~/contract/limits";
import { Client, errorOf, type Member, member, SITE } from "./client";
import { mailsDuring, tokenIn } from "./mails";
import { again, isIn, openSocket } from "./sessions";

const HOUR = 60 * 60_000;
const VOID = { status: 422, errors: { token: ["This link is no longer valid."] } };

const logInAs = (client: Client, { email }: Member, password = "sunset") =>
  client.call("logIn", { body: { email, password } });

/** Logs in with a new browser and returns the token of the mailed link. */
async function alertOf(ada: Member): Promise<string> {
  const [mail] = await mailsDuring(() => again(ada));
  return tokenIn(mail);
}

const secure = (token: string) => new Client().call("secureAccount", { body: { token } });
const secureFails = async (token: string) =>
  errorOf(await new Client().send("POST", "/api/auth/secure-account", { token }));

const linksOf = async ({ id }: Member) => {
  const { results } = await env.DB.prepare(
    "SELECT id, expires_at, created_at FROM alert_links WHERE user_id = ?",
  )
    .bind(id)
    .all<{ id: string; expires_at: string; created_at: string }>();
  return results;
};

describe("an alert about a log-in", () => {
  test("is mailed for a new browser, and names it", async () => {
    const ada = await member("ada");
    const phone = new Client();
    const [mail] = await mailsDuring(() =>
      phone.fetch("/api/auth/login", {
        method: "POST",
        headers: { "User-Agent": "Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0" },
        body: JSON.stringify({ email: ada.email, password: "sunset" }),
      }),
    );
    expect(mail).toContain(`To: ${ada.email}\n  Subject: New log-in to your account`);
    expect(mail).toMatch(/new browser: Firefox on Windows, on \d{4}-\d\d-\d\d at \d\d:\d\d UTC\./);
    expect(mail).toContain(`${SITE}/secure-account?token=`);
    const [link] = await linksOf(ada);
    expect(link?.id).toMatch(/^[0-9a-f]{64}$/);
    expect(Date.parse(link?.expires_at ?? "") - Date.parse(link?.created_at ?? "")).toBe(7 * 24 * HOUR);
    expect(JSON.stringify(link)).not.toContain(tokenIn(mail));
  });

  test("is not mailed for a browser that the member has used, also after other members", async () => {
    const [ada, grace] = [await member("ada"), await member("grace")];
    const shared = new Client();
    await mailsDuring(() => logInAs(shared, ada));
    await mailsDuring(() => logInAs(shared, grace));
    await mailsDuring(async () => {
      await shared.call("logOut");
      await logInAs(shared, ada);
      await logInAs(shared, grace);
    }, 0);
    expect(await linksOf(ada)).toHaveLength(1);
  });

  test("is not mailed for the browser of the sign-up", async () => {
    const browser = new Client();
    const body = { email: "first.browser@example.com", password: "golden hour" };
    await browser.call("signUp", { body: { ...body, fullName: "First Browser" } });
    await mailsDuring(() => browser.call("logIn", { body }), 0);
  });

  test("is mailed again after the password has changed, and for a forged browser token", async () => {
    const ada = await member("ada");
    const laptop = await again(ada);
    await mailsDuring(() =>
      laptop.call("changePassword", { body: { currentPassword: "sunset", newPassword: "moonrise" } }),
    );
    await mailsDuring(() => logInAs(laptop, ada, "moonrise"));
    const thief = new Client();
    thief.cookies.set("__Host-afterglow-browser", "A".repeat(22));
    await mailsDuring(() => logInAs(thief, ada, "moonrise"));
  });

  test("is not mailed for a wrong password", async () => {
    const ada = await member("ada");
    const body = { email: ada.email, password: "wrong!" };
    await mailsDuring(() => new Client().send("POST", "/api/auth/login", body), 0);
  });
});

test("a change and a reset of the password are mailed with such a link", async () => {
  const ada = await member("ada");
  const body = { currentPassword: "sunset", newPassword: "moonrise" };
  const [changed] = await mailsDuring(() => ada.call("changePassword", { body }));
  expect(changed).toContain("Subject: Your password was changed");
  const [asked] = await mailsDuring(() =>
    new Client().call("requestPasswordReset", { body: { email: ada.email } }),
  );
  const [reset] = await mailsDuring(() =>
    new Client().call("resetPassword", { body: { token: tokenIn(asked), password: "new dawn" } }),
  );
  expect(reset).toContain(`To: ${ada.email}\n  Subject: Your password was changed`);
  await secure(tokenIn(changed));
});

describe("the link of an alert", () => {
  test("ends all sessions, voids the password and pending links, and leads to a new password", async () => {
    const ada = await member("ada");
    const token = await alertOf(ada);
    const thief = await again(ada);
    const { closed } = await openSocket(thief);
    const [asked] = await mailsDuring(() =>
      new Client().call("requestPasswordReset", { body: { email: ada.email } }),
    );
    const [change] = await mailsDuring(() =>
      thief.call("changeEmail", { body: { email: "thief@example.com", currentPassword: "sunset" } }),
    );
    const { resetToken, message } = await secure(token);
    expect(message).toBe("Your account has been secured. Please set a new password.");
    expect(await closed).toBe(CLOSED_SESSION_ENDED);
    expect(await Promise.all([isIn(thief), isIn(ada)])).toEqual([false, false]);
    const logIn = { email: ada.email, password: "sunset" };
    expect((await new Client().send("POST", "/api/auth/login", logIn)).status).toBe(401);
    const post = async (path: string, body: unknown) => (await new Client().send("POST", path, body)).status;
    expect(await post("/api/auth/confirm-email", { token: tokenIn(change) })).toBe(422);
    const password = "new dawn";
    expect(await post("/api/auth/reset-password", { token: tokenIn(asked), password })).toBe(422);
    await new Client().call("resetPassword", { body: { token: resetToken, password } });
    await again(ada, password);
  });

  test("restores an address that was changed since, and voids the links that were mailed since", async () => {
    const ada = await member("ada");
    const token = await alertOf(ada);
    const thief = await again(ada);
    const email = `thief.of.${ada.email}`;
    const [change] = await mailsDuring(() =>
      thief.call("changeEmail", { body: { email, currentPassword: "sunset" } }),
    );
    const [undo] = await mailsDuring(() => thief.call("confirmEmail", { body: { token: tokenIn(change) } }));
    // Mailed to the thief's address.
    const [later] = await mailsDuring(() => again({ email }));
    let resetToken = "";
    const [mail] = await mailsDuring(async () => {
      ({ resetToken } = await secure(token));
    });
    expect(mail).toContain(`To: ${email}\n  Subject: Your email address was changed back`);
    expect(await secureFails(tokenIn(later))).toMatchObject(VOID);
    const undone = await new Client().send("POST", "/api/auth/undo-email", { token: tokenIn(undo) });
    expect(await errorOf(undone)).toMatchObject(VOID);
    await new Client().call("resetPassword", { body: { token: resetToken, password: "new dawn" } });
    await again(ada, "new dawn");
    const logIn = { email, password: "new dawn" };
    expect((await new Client().send("POST", "/api/auth/login", logIn)).status).toBe(401);
  });

  test("is void once an address that was never confirmed has been replaced", async () => {
    const ada = await member("ada");
    await env.DB.prepare("UPDATE users SET email_confirmed = 0 WHERE id = ?").bind(ada.id).run();
    const token = await alertOf(ada);
    const email = `right.${ada.email}`;
    const [change] = await mailsDuring(() =>
      ada.call("changeEmail", { body: { email, currentPassword: "sunset" } }),
    );
    await mailsDuring(() => ada.call("confirmEmail", { body: { token: tokenIn(change) } }), 0);
    expect(await secureFails(token)).toMatchObject(VOID);
  });

  test("keeps an address that was changed before", async () => {
    const ada = await member("ada");
    const email = `next.${ada.email}`;
    const [change] = await mailsDuring(() =>
      ada.call("changeEmail", { body: { email, currentPassword: "sunset" } }),
    );
    const [undo] = await mailsDuring(() => ada.call("confirmEmail", { body: { token: tokenIn(change) } }));
    await env.DB.prepare("UPDATE email_undos SET created_at = '2026-01-01T00:00:00.000Z'").run();
    const [mail] = await mailsDuring(() => again({ email }));
    await mailsDuring(() => secure(tokenIn(mail)), 0);
    const row = await env.DB.prepare("SELECT email FROM users WHERE id = ?").bind(ada.id).first("email");
    expect(row).toBe(email);
    await mailsDuring(() => new Client().call("undoEmailChange", { body: { token: tokenIn(undo) } }));
  });

  test("works once and voids the links of later alerts, not of earlier ones", async () => {
    const ada = await member("ada");
    const earlier = await alertOf(ada);
    await env.DB.prepare("UPDATE alert_links SET created_at = '2026-01-01T00:00:00.000Z'").run();
    const [middle, later] = [await alertOf(ada), await alertOf(ada)];
    await secure(middle);
    expect(await secureFails(middle)).toMatchObject(VOID);
    expect(await secureFails(later)).toMatchObject(VOID);
    await secure(earlier);
  });

  test("accepts one of two concurrent uses", async () => {
    const ada = await member("ada");
    const token = await alertOf(ada);
    const replies = await Promise.all(
      [1, 2].map(() => new Client().send("POST", "/api/auth/secure-account", { token })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  test("is void after seven days, and concerns nobody else", async () => {
    const [ada, grace] = [await member("ada"), await member("grace")];
    const token = await alertOf(ada);
    await env.DB.prepare("UPDATE alert_links SET expires_at = '2026-01-01T00:00:00.000Z'").run();
    expect(await secureFails(token)).toMatchObject(VOID);
    expect(await Promise.all([isIn(ada), isIn(grace)])).toEqual([true, true]);
  });
});

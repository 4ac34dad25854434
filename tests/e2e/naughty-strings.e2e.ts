import type { APIResponse } from "@playwright/test";
import naughty from "big-list-of-naughty-strings" with { type: "json" };
import { messageField, messageLog, openChat, sendMessages } from "./chat";
import { cardOf, connect, sharePosts } from "./fixtures";
import { expect, test } from "./test";
import { MEMBERS_PATH } from "./test-server";

// Chromium logs the error status of a rejected form.
test.use({ allowedErrors: [/status of (401|404|422)/] });

/** Strings that an unescaped template would turn into markup or an attribute. */
const markup = naughty.filter((text) => /<[a-z!/]/i.test(text) || /["'][^"']*=/.test(text));
const harmless = naughty.filter((text) => !markup.includes(text));

/** Expects that the document does not contain the text unescaped. */
function expectEscaped(html: string, text: string, where: string): void {
  if (/<[a-z!/]/i.test(text)) expect(html.includes(text), `${where} says ${text}`).toBe(false);
}

const paths = [
  (text: string) => `/search?q=${text}`,
  (text: string) => `/profile/${text}`,
  (text: string) => `/tag/${text}`,
  (text: string) => `/post/${text}`,
  (text: string) => `/post?imageUrl=${text}`,
  (text: string) => `/reset-password?token=${text}`,
  (text: string) => `/confirm-email?token=${text}`,
  (text: string) => `/undo-email?token=${text}`,
  (text: string) => `/secure-account?token=${text}`,
  (text: string) => `/unsubscribe?token=${text}`,
  (text: string) => `/feed?cursor=${text}`,
  (text: string) => `/${text}`,
];

const forms = [
  "/login",
  "/signup",
  "/forgot-password",
  "/reset-password",
  "/confirm-email",
  "/undo-email",
  "/secure-account",
  "/unsubscribe",
];

/** Each text goes to one address, or to a form of a visitor or of a member, in turn. React escapes them all. */
const inTurn = [...markup.slice(0, 36), ...harmless.filter((_, at) => at % 30 === 0)];

test("pages escape hostile URLs and form fields and return no 5xx @desktop", async ({
  join,
  request: visitor,
  baseURL,
}) => {
  const { page } = await join();
  const headers = { Origin: baseURL ?? "" };
  for (const [at, text] of inTurn.entries()) {
    const expectSafe = async (reply: APIResponse, where: string) => {
      expect(reply.status(), `${where} ${text}`).toBeLessThan(500);
      expectEscaped(await reply.text(), text, where);
    };
    if (at % 2 === 0) {
      const url = paths[(at / 2) % paths.length]?.(encodeURIComponent(text)) ?? "/";
      await expectSafe(await page.request.get(url, { maxRedirects: 0 }), url);
    } else if (at % 4 === 1) {
      const path = forms[((at - 1) / 4) % forms.length] ?? "/login";
      const form = {
        email: text,
        password: text,
        fullName: text,
        token: text,
        confirmation: text,
        intent: text,
      };
      await expectSafe(await visitor.post(path, { form, headers, maxRedirects: 0 }), path);
    } else {
      const name = ["email", "password", "delete", "blocked"][((at - 3) / 8) % 4] ?? "email";
      const path = at % 8 === 3 ? `/settings/${name}` : "/profile-setup";
      const intent = name === "email" ? name : text;
      const form = {
        username: text,
        bio: text,
        email: text,
        currentPassword: text,
        confirmation: text,
        intent,
      };
      await expectSafe(await page.request.post(path, { form, headers, maxRedirects: 0 }), path);
    }
  }
});

test("member content that looks like markup renders as text on every page @desktop", async ({ join }) => {
  const { page } = await join();
  const captions: string[] = [];
  for (const text of markup) {
    const last = captions.at(-1);
    if (last !== undefined && last.length + text.length < 2000)
      captions[captions.length - 1] = `${last}\n${text}`;
    else captions.push(text);
  }
  const ids = await sharePosts(
    page,
    captions.map((caption) => ({ caption, location: markup[0] ?? "", altText: markup[1] ?? "" })),
  );
  page.on("dialog", (dialog) => {
    throw new Error(`A script ran: ${dialog.message()}`);
  });
  const [id = ""] = ids;
  let linked = "";
  let parentId: string | undefined;
  for (const comment of markup.slice(0, 12)) {
    const sent = await page.request.post(`/api/posts/${id}/comment`, { data: { comment, parentId } });
    if (!sent.ok()) continue;
    linked = (await sent.json()).id;
    parentId ??= linked;
  }
  await page.goto(`/post/${id}?comment=${linked}`);
  await expect(page.getByText(markup[0] ?? "").first()).toBeVisible();
  await page.goto("/feed");
  await expect(async () => {
    await page.mouse.wheel(0, 4000);
    await expect(page.getByRole("feed").getByRole("article")).toHaveCount(ids.length, { timeout: 200 });
  }).toPass();
  await page.request.post("/api/users/profile-setup", { data: { bio: "<img src=x onerror=alert(1)>" } });
  await page.goto("/profile");
  await expect(page.getByText("<img src=x onerror=alert(1)>")).toBeVisible();
});

test("texts in Arabic and Hebrew read from right to left, beside others from left to right @desktop @all", async ({
  join,
  signIn,
}) => {
  const noa = await join("noa");
  const { page } = noa;
  const writer = await signIn("layla");
  const fullName = "ليلى حداد";
  const username = `${writer.username}2`;
  await writer.request.post(MEMBERS_PATH, {
    data: { username, email: `${username}@example.com`, fullName },
  });
  const layla = { ...writer, username, fullName };
  await connect(noa, layla);
  const [first = ""] = await sharePosts(layla, [
    { caption: "غروب الشمس في البحر #sunset", location: "بيروت" },
    { caption: "@noa שקיעה בים" },
    { caption: "Dusk (بيروت)" },
  ]);
  await page.request.post(`/api/posts/${first}/comment`, { data: { comment: "יפה מאוד" } });
  await sendMessages(layla, noa, ["مرحبا"]);

  await page.goto("/feed");
  const directionOf = (caption: string) => expect(cardOf(page, caption).locator("p", { hasText: caption }));
  await directionOf("غروب الشمس").toHaveCSS("direction", "rtl");
  await directionOf("שקיעה").toHaveCSS("direction", "rtl");
  await directionOf("Dusk").toHaveCSS("direction", "ltr");
  const card = cardOf(page, "غروب الشمس");
  await expect(card.getByText("بيروت")).toHaveCSS("direction", "rtl");
  await expect(card.getByRole("listitem").filter({ hasText: "יפה מאוד" })).toHaveCSS("direction", "rtl");
  // Before its first character: the sign of a tag stays before its word.
  await expect(card.getByRole("link", { name: "#sunset" })).toHaveCSS("direction", "ltr");
  const box = card.getByLabel("Add a comment");
  await box.fill("שלום");
  await expect(box).toHaveCSS("direction", "rtl");
  await box.fill("Hello");
  await expect(box).toHaveCSS("direction", "ltr");

  await openChat(noa, layla);
  await expect(page.getByRole("link", { name: fullName }).getByText(fullName).last()).toHaveCSS(
    "direction",
    "rtl",
  );
  await expect(messageLog(page, layla).getByText("مرحبا")).toHaveCSS("direction", "rtl");
  await messageField(page).fill("مساء الخير");
  await expect(messageField(page)).toHaveCSS("direction", "rtl");
});

test("a page that breaks its content security policy fails its test @desktop", async ({
  browser,
  baseURL,
}) => {
  // A separate context, whose errors do not fail this test.
  const context = await browser.newContext({ baseURL });
  const errors: string[] = [];
  context.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  const page = await context.newPage();
  await page.goto("/login");
  // A string, because the Workers types declare `Element` as that of HTMLRewriter.
  await page.evaluate(
    `document.body.append(Object.assign(document.createElement("script"), { textContent: "window.ran = true" }))`,
  );
  await expect.poll(() => errors.join()).toContain("Content Security Policy");
  expect(await page.evaluate(() => "ran" in window)).toBe(false);
  await context.close();
});

import type { Locator, Page } from "@playwright/test";
import { CLOSED_SESSION_ENDED } from "~/contract/limits";
import { withNext } from "~/contract/next-path";
import { DRAFT_KEYS } from "~/features/session/member-storage";
import { messageField, messageLog, sendMessages } from "./chat";
import { connect, idOf, sharePosts } from "./fixtures";
import { expect, type Member, PASSWORD, pressItem, type Session, test } from "./test";

// The session ends without a word: the reply to a press reports it.
test.use({ allowedErrors: [/status of 401/] });

test("a like, a report and a change of the profile lead to the log-in and back, with the text that was typed @desktop", async ({
  join,
  signIn,
}) => {
  const [mara, noah] = [await join("mara"), await signIn("noah")];
  const { page } = mara;
  const [post] = await sharePosts(noah, [{ caption: "Dusk" }]);
  await keepSocketSilent(page);
  const pressAndLogIn = (button: Locator, path: string) => leaveAndLogIn(mara, button, path);
  await page.goto(`/post/${post}`);
  const like = page.getByRole("button", { name: "Like", exact: true });
  await pressAndLogIn(like, `/post/${post}`);
  await expect(like).toHaveAttribute("aria-pressed", "false");

  const report = page.getByRole("dialog", { name: "Report this post" });
  const openReport = async () => {
    await page.getByRole("button", { name: "Post menu" }).click();
    await page.getByRole("menuitem", { name: "Report" }).click();
  };
  await openReport();
  await report.getByRole("radio").first().check();
  await report.getByLabel("Details").fill("The same photo as last week");
  await pressAndLogIn(report.getByRole("button", { name: "Send report" }), `/post/${post}`);
  await openReport();
  await expect(report.getByLabel("Details")).toHaveValue("The same photo as last week");

  await page.goto("/profile");
  const edit = page.getByRole("dialog", { name: "Edit Profile" });
  await page.getByRole("button", { name: "Edit Profile" }).click();
  await edit.getByLabel("Bio").fill("Out at dusk");
  await pressAndLogIn(edit.getByRole("button", { name: "Save Changes" }), "/profile");
  await page.getByRole("button", { name: "Edit Profile" }).click();
  await expect(edit.getByLabel("Bio")).toHaveValue("Out at dusk");
  await edit.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByRole("main").getByText("Out at dusk")).toBeVisible();
});

test("a comment's like, a share and a request lead to the log-in and back @desktop @all", async ({
  join,
  signIn,
}) => {
  const [mara, noah] = [await join("mara"), await signIn("noah")];
  const { page } = mara;
  await connect(noah, mara);
  const [post = ""] = await sharePosts(noah, [{ caption: "Dusk" }]);
  await noah.request.post(`/api/posts/${post}/comment`, { data: { comment: "My street." } });
  await keepSocketSilent(page);
  await page.goto(`/post/${post}`);
  const like = page.getByRole("button", { name: `Like comment by ${noah.username}` });
  await leaveAndLogIn(mara, like, `/post/${post}`);
  await expect(like).toHaveAttribute("aria-pressed", "false");
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const recipient = page
    .getByRole("dialog", { name: "Share post" })
    .getByRole("button", { name: noah.username });
  await expect(recipient).toBeVisible();
  await leaveAndLogIn(mara, recipient, `/post/${post}`);
  const theirs = `/profile/${noah.username}`;
  await page.goto(theirs);
  await page.getByRole("button", { name: "Connected", exact: true }).click();
  const disconnect = page.getByRole("button", { name: "Disconnect", exact: true });
  await leaveAndLogIn(mara, disconnect, theirs);
  await expect(page.getByRole("button", { name: "Connected", exact: true })).toBeVisible();
});

test("the text of a dialog or an edit survives a session that ends elsewhere, and is not kept after a log-out in another tab @desktop", async ({
  join,
  signIn,
}) => {
  const [mara, noah] = [await join("mara"), await signIn("noah")];
  const { page } = mara;
  await connect(noah, mara);
  await sendMessages(mara, noah, ["teh sea"]);
  let end: (() => Promise<void>) | undefined;
  await page.routeWebSocket("/ws", (socket) => {
    const server = socket.connectToServer();
    end = async () => {
      await server.close();
      await socket.close({ code: CLOSED_SESSION_ENDED });
    };
  });
  const openWithSocket = async (path: string) => {
    end = undefined;
    await page.goto(path);
    await expect.poll(() => end !== undefined, { message: "the page's socket" }).toBe(true);
  };
  const bio = page.getByRole("dialog", { name: "Edit Profile" }).getByLabel("Bio");
  const type = async () => {
    await openWithSocket("/profile");
    await page.getByRole("button", { name: "Edit Profile" }).click();
    await bio.fill("Out at dusk");
  };
  await type();
  await page.context().clearCookies();
  await end?.();
  await logIn(mara, "/profile");
  await page.getByRole("button", { name: "Edit Profile" }).click();
  await expect(bio).toHaveValue("Out at dusk");

  const chat = `/chat?user=${noah.username}`;
  await openWithSocket(chat);
  await openMessageEdit(mara, noah);
  await messageField(page).fill("the sea at six");
  await page.context().clearCookies();
  await end?.();
  await logIn(mara, chat);
  await expect(messageField(page)).toHaveValue("the sea at six");

  const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("_bio_")));
  await type();
  const bioDraft = `${DRAFT_KEYS}bio_${await idOf(mara)}_own`;
  const other = await page.context().newPage();
  await other.goto("/feed");
  await other.getByRole("button", { name: "Your menu" }).click();
  await other.getByRole("menuitem", { name: "Log out" }).click();
  await expect(other).toHaveURL("/");
  await expect(page).toHaveURL(withNext("/login", "/profile"));
  await expect.poll(kept).toEqual([]);
  // This tab may store its text before it receives the log-out: the log-in page deletes it.
  await page.evaluate((key) => localStorage.setItem(key, "late"), bioDraft);
  await page.reload();
  await expect.poll(kept).toEqual([]);
});

test("the edit of a post, the name of a collection and the edit of a message survive the end of the session @desktop @all", async ({
  join,
  signIn,
}) => {
  const [mara, noah] = [await join("mara"), await signIn("noah")];
  const { page } = mara;
  await connect(noah, mara);
  const [post] = await sharePosts(mara, [{ caption: "Dusk", location: "Pier" }]);
  await sendMessages(mara, noah, ["teh sea"]);
  await keepSocketSilent(page);

  await page.goto(`/post/${post}`);
  const openEdit = async () => {
    await page.getByRole("button", { name: "Post menu" }).click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
  };
  const edit = page.getByRole("dialog", { name: "Edit post" });
  const save = edit.getByRole("button", { name: "Save Changes" });
  await openEdit();
  await edit.getByLabel("Caption").fill("Dusk over the harbour");
  await edit.getByRole("radio", { name: /^Connections/ }).check();
  await leaveAndLogIn(mara, save, `/post/${post}`);
  await openEdit();
  await expect(edit.getByLabel("Caption")).toHaveValue("Dusk over the harbour");
  await expect(edit.getByRole("radio", { name: /^Connections/ })).toBeChecked();
  await expect(edit.getByLabel("Location")).toHaveValue("Pier");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Keep editing" }).click();
  await save.click();
  await expect(page.getByRole("main").getByText("Dusk over the harbour")).toBeVisible();

  await page.goto("/profile?tab=saved");
  const openNew = () => page.getByRole("button", { name: "New collection" }).click();
  const naming = page.getByRole("dialog", { name: "New collection" });
  const create = naming.getByRole("button", { name: "Create" });
  await openNew();
  await naming.getByLabel("Name").fill("Harbours");
  await leaveAndLogIn(mara, create, "/profile?tab=saved");
  await openNew();
  await expect(naming.getByLabel("Name")).toHaveValue("Harbours");
  await create.click();
  await expect(page.getByRole("heading", { name: "Harbours" })).toBeVisible();

  const chat = `/chat?user=${noah.username}`;
  await page.goto(chat);
  await openMessageEdit(mara, noah);
  await messageField(page).fill("the sea at six");
  await leaveAndLogIn(mara, page.getByRole("button", { name: "Send" }), chat);
  await expect(messageLog(page, noah).getByText("the sea at six")).toBeVisible();
  const stored = () => mara.request.get(`/api/chat/messages/${noahId}`).then((reply) => reply.text());
  const noahId = await idOf(noah);
  await expect.poll(stored).toContain("the sea at six");
});

/** Opens the page's socket without a server. Without a socket the page polls, and can leave before a press. */
async function keepSocketSilent(page: Page): Promise<void> {
  await page.routeWebSocket("/ws", () => {});
}

/** Opens the edit of the only message to a member. */
async function openMessageEdit({ page }: Member, other: Session): Promise<void> {
  await messageLog(page, other)
    .getByRole("button", { name: /^(Message options|Options of this message)$/ })
    .press("Enter");
  await pressItem(page.getByRole("menuitem", { name: "Edit message" }));
  await expect(messageField(page)).toHaveValue("teh sea");
}

/** Presses a button without a session, and logs in again. */
async function leaveAndLogIn(member: Member, button: Locator, path: string): Promise<void> {
  await member.page.context().clearCookies();
  await button.click();
  await logIn(member, path);
}

/** Logs in on the page to which the end of the session has led, and returns. */
async function logIn({ page, email }: Member, path: string): Promise<void> {
  await expect(page).toHaveURL(withNext("/login", path));
  await expect(page.getByText("Please log in to continue.")).toBeVisible();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page).toHaveURL(path);
}

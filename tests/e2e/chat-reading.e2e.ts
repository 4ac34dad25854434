import { LOGGED_OUT } from "~/features/session/member-storage";
import { markConversationRead, messageField, messageLog, openChat, sendMessages, typeAndSend } from "./chat";
import { connect } from "./fixtures";
import { expect, test } from "./test";

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `no. ${from + at}.`);

test("opens at the first unread message and prepends older messages without a scroll jump", async ({
  join,
  isMobile,
  signIn,
}) => {
  const [mara, noa] = [await join("mara"), await signIn("noa")];
  await connect(mara, noa);
  await sendMessages(noa, mara, numbered(1, 45));
  await markConversationRead(mara, noa);
  await sendMessages(noa, mara, numbered(46, 70));

  // The server-rendered document, before any script runs.
  const document = await (await mara.page.request.get(`/chat?user=${noa.username}`)).text();
  for (const text of ["noa Tester", "no. 21.", "no. 70.", "New messages"]) expect(document).toContain(text);
  expect(document).not.toContain("no. 20.");

  await openChat(mara, noa);
  const list = messageLog(mara.page, noa);
  const message = (number: number) => list.getByText(`no. ${number}.`, { exact: true });
  await expect(message(46)).toBeInViewport();
  await expect(list.getByText("New messages")).toBeInViewport();
  await expect(message(70)).not.toBeInViewport();
  await expect(mara.page.getByRole("link", { name: "Chat", exact: true })).toBeVisible();

  // Collects the texts that a screen reader announces: nodes added to the log while it is a live region.
  const announced = await list.evaluateHandle((all) => {
    const texts: string[] = [];
    new MutationObserver((changes) => {
      if (all.getAttribute("aria-live") === "off") return;
      for (const { addedNodes } of changes) for (const node of addedNodes) texts.push(node.textContent ?? "");
    }).observe(all, { childList: true, subtree: true });
    return texts;
  });
  const before = await list.evaluate((all) => {
    all.scrollTop = all.clientHeight - all.scrollHeight + 40;
    const first = [...all.querySelectorAll("p span")].find(({ textContent }) => textContent === "no. 23.");
    return first?.getBoundingClientRect().top;
  });
  await expect(message(1)).toBeAttached();
  // Within one pixel, because element heights are fractional.
  const expectNoJump = async () => {
    const top = await message(23).evaluate((one) => one.getBoundingClientRect().top);
    expect(Math.abs(top - (before ?? 0))).toBeLessThanOrEqual(1);
  };
  await expectNoJump();
  expect(await announced.jsonValue()).toEqual([]);
  await expect(list).not.toHaveAttribute("aria-live", "off");

  await sendMessages(noa, mara, ["from below"]);
  await expect(list.getByText("from below")).toBeAttached();
  expect((await announced.jsonValue()).join()).toContain("from below");
  await expectNoJump();
  await typeAndSend(mara.page, "my own");
  await expect(list.getByText("my own")).toBeInViewport();
  await sendMessages(noa, mara, ["seen at once"]);
  await expect(list.getByText("seen at once")).toBeInViewport();
  await expect(list.getByText("New messages")).toBeAttached();
  await expect
    .poll(async () => (await mara.page.request.get("/api/chat/unread")).json())
    .toEqual({ count: 0 });

  const unread = async () => (await mara.page.request.get("/api/chat/unread")).json();
  await test.step("counts the messages below as unread, in a button that leads down, until they are in view", async () => {
    // The event of the scroll is dispatched with the next frame.
    await list.evaluate((all) => {
      all.scrollTo(0, -300);
      return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    });
    const button = mara.page.getByRole("button", { name: "2 new messages" });
    await sendMessages(noa, mara, ["not seen", "not seen either"]);
    await expect(button).toBeVisible();
    expect(await unread()).toEqual({ count: 2 });
    await button.press("Enter");
    await expect(list.getByText("not seen either")).toBeInViewport();
    await expect(list).toBeFocused();
    await expect(button).toHaveCount(0);
    await expect.poll(unread).toEqual({ count: 0 });
  });
  await test.step("keeps the position of a scroll whose event follows the render of a message", async () => {
    // The event of a scroll is dispatched with the next frame. Here it never is.
    await mara.page.evaluate(() => addEventListener("scroll", (event) => event.stopPropagation(), true));
    const topOf = () => message(60).evaluate((one) => one.getBoundingClientRect().top);
    await list.evaluate((all) => all.scrollTo(0, -300));
    const top = await topOf();
    await sendMessages(noa, mara, ["below again"]);
    await expect(list.getByText("below again")).toBeAttached();
    expect(Math.abs((await topOf()) - top)).toBeLessThanOrEqual(1);
    await list.evaluate((all) => all.scrollTo(0, 0));
    await sendMessages(noa, mara, ["also seen at once"]);
    await expect(list.getByText("also seen at once")).toBeInViewport();
    await expect.poll(unread).toEqual({ count: 0 });
  });
  await mara.page.reload();
  await expect(list.getByText("also seen at once")).toBeInViewport();
  await expect(list.getByText("New messages")).toHaveCount(0);

  if (isMobile) return;
  await test.step("shows at least five lines at 400 % zoom, and on a phone in landscape", async () => {
    for (const size of [
      { width: 320, height: 256 },
      { width: 740, height: 360 },
    ]) {
      await mara.page.setViewportSize(size);
      const lines = () =>
        list.evaluate((all) => {
          const { top, bottom } = all.getBoundingClientRect();
          return (Math.min(bottom, innerHeight) - top) / Number.parseFloat(getComputedStyle(all).lineHeight);
        });
      await expect.poll(lines).toBeGreaterThanOrEqual(5);
      await expect(messageField(mara.page)).toBeInViewport({ ratio: 1 });
      await mara.page.getByRole("link", { name: "Back to messages" }).click();
      await expect(mara.page.getByRole("navigation", { name: "Main" })).toBeVisible();
      await mara.page.goBack();
    }
  });
});

test("marks only displayed messages as read without the socket, and resends a read mark that a closing socket lost", async ({
  join,
  signIn,
}) => {
  const [mara, noa] = [await join("mara"), await signIn("noa")];
  const { page } = mara;
  await connect(mara, noa);
  await sendMessages(noa, mara, ["on the screen"]);
  let isReachable = false;
  // Of the first read mark, not of the first socket: the page that is left may connect again.
  let isFirst = true;
  let lose = () => {};
  const lost = new Promise<void>((resolve) => {
    lose = resolve;
  });
  await page.routeWebSocket("/ws", (socket) => {
    if (!isReachable) return void socket.close();
    const server = socket.connectToServer();
    socket.onMessage((data) => {
      if (!isFirst || !String(data).includes('"type":"read"')) return server.send(data);
      isFirst = false;
      lose();
      void socket.close({ code: 1001 });
      void server.close();
    });
  });
  await test.step("without the socket", async () => {
    await page.route("**/read", async (route) => {
      await sendMessages(noa, mara, ["just now"]);
      await route.continue();
    });
    const marked = page.waitForResponse("**/read");
    await openChat(mara, noa);
    expect(await (await marked).json()).toEqual({ count: 1 });
    await page.unroute("**/read");
  });
  await test.step("after a reconnect", async () => {
    await markConversationRead(mara, noa);
    isReachable = true;
    await openChat(mara, noa);
    await expect(page.getByText("Active now").or(page.getByText("Offline"))).toBeVisible();
    await sendMessages(noa, mara, ["are you there?"]);
    await expect(messageLog(page, noa).getByText("are you there?")).toBeVisible();
    await lost;
    await expect.poll(async () => (await page.request.get("/api/chat/unread")).json()).toEqual({ count: 0 });
  });
});

test.describe("two tabs", () => {
  // The landing page's images come from the demo data set, which a test build may lack. The other tab's request may be
  // in flight when the session ends.
  test.use({ allowedErrors: [/landing\/\w+\.webp|status of 401/] });

  test("share drafts, show each message once, and delete all drafts at log-out @desktop @all", async ({
    join,
    signIn,
  }) => {
    const [mara, noa, lea] = [await join("mara"), await signIn("noa"), await signIn("lea")];
    await connect(mara, noa);
    await connect(mara, lea);
    await openChat(mara, noa);
    const other = await mara.page.context().newPage();
    await other.goto(`/chat?user=${noa.username}`);
    await messageField(mara.page).fill("for noa");
    await expect(messageField(other)).toHaveValue("for noa");
    await mara.page.getByRole("link", { name: /lea Tester/ }).click();
    await expect(messageField(mara.page)).toHaveValue("");
    await messageField(mara.page).fill("for lea");
    await mara.page.reload();
    await expect(messageField(mara.page)).toHaveValue("for lea");
    await mara.page.getByRole("link", { name: /noa Tester/ }).click();
    await expect(messageField(mara.page)).toHaveValue("for noa");
    await messageField(mara.page).press("Enter");
    await expect(messageField(other)).toHaveValue("");
    // The other tab receives the message after it is stored, so the next message sorts after it.
    await expect(messageLog(other, noa).getByText("for noa")).toBeVisible();
    await typeAndSend(other, "and from here");
    await expect(messageLog(mara.page, noa).getByText("and from here")).toBeVisible();
    await sendMessages(noa, mara, ["thank you"]);
    for (const page of [mara.page, other]) {
      await expect(
        messageLog(page, noa)
          .locator("p")
          .filter({ hasText: /^(for noa|and from here|thank you)$/ }),
      ).toHaveText(["for noa", "and from here", "thank you"]);
    }
    await mara.page.getByRole("button", { name: "Your menu" }).click();
    await mara.page.getByRole("menuitem", { name: "Log out" }).click();
    await expect(mara.page).toHaveURL("/");
    await expect
      .poll(() => mara.page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("draft"))))
      .toEqual([LOGGED_OUT]);
  });
});

import type { APIResponse } from "@playwright/test";
import { type OptionName, pathOf, settingsOptions, settingsPages } from "~/features/settings/options";
import { english } from "../factories/english";
import { sendMessages } from "./chat";
import { addComment, connect, idOf, linkedId, sharePosts, suspend } from "./fixtures";
import { expect, PASSWORD, test } from "./test";

/** Documents of the server and their forms, which work without JavaScript. Nothing here needs a browser. */

/** Returns the text of a document on one line. */
const textOf = async (reply: APIResponse) =>
  (await reply.text())
    .replace(/<(script|style)\b.*?<\/\1>|<!-- -->/gs, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");

test("the list of chats says whether there are connections, and conversations @desktop", async ({
  signIn,
}) => {
  const [mara, noa] = [await signIn("mara"), await signIn("noa")];
  expect(await textOf(await mara.request.get("/chat"))).toContain(
    "No Conversations Connect with people to start messaging",
  );
  await connect(mara, noa);
  expect(await textOf(await mara.request.get("/chat"))).toContain("No conversations yet");
});

test("the settings list the reports of comments and messages, and the desk's filter selects among them @desktop", async ({
  signIn,
}) => {
  const [mara, eve] = [await signIn("mara"), await signIn("eve")];
  const { request: desk } = await signIn("mo", { role: "moderator" });
  await connect(mara, eve);
  const [postId = ""] = await sharePosts(mara, [{ caption: "Dusk" }]);
  const commentId = await addComment(eve, postId, "Go away.");
  await sendMessages(eve, mara, ["You again?"]);
  const conversation = await mara.request.get(`/api/chat/messages/${await idOf(eve)}`);
  const [{ id: messageId }] = await conversation.json();
  for (const data of [
    { postId, commentId, reason: "harassment" },
    { messageId, reason: "violence" },
  ])
    expect((await mara.request.post("/api/reports", { data })).status()).toBe(204);
  expect(await textOf(await mara.request.get("/settings/reports"))).toMatch(
    new RegExp(
      `A message from ${eve.username} Violence or a threat · .* We are reviewing it\\. ` +
        `A comment by ${eve.username} Harassment · .* We are reviewing it\\.`,
    ),
  );

  const html = await (await desk.get("/moderation?kind=comment&reason=harassment")).text();
  expect(html).toMatch(/<form role="search" aria-label="Filter"[^>]* method="get"/);
  expect(html).toMatch(
    /<select name="kind".*<option value="comment" selected="">Comment<.*<select name="reason"/s,
  );
  expect(html).toMatch(/<option value="harassment" selected="">Harassment</);
  expect(html).toContain("Go away.");
  for (const other of ["kind=message", "kind=comment&reason=spam"])
    expect(await textOf(await desk.get(`/moderation?${other}`)), other).not.toContain("Go away.");
});

test("a suspended member is logged out, reads why at the log-in, and appeals @desktop", async ({
  signIn,
}) => {
  const [ada, eve, mo] = [
    await signIn("ada"),
    await signIn("eve"),
    await signIn("mo", { role: "moderator" }),
  ];
  await suspend(mo, eve, ada);
  expect((await eve.request.get("/feed")).url()).toMatch(/\/login$/);
  const refused = await eve.request.post("/login", { form: { email: eve.email, password: PASSWORD } });
  expect(refused.url()).toMatch(/\/appeal$/);
  expect(await textOf(refused)).toMatch(
    /Your account is suspended Until \d+ \w+ \d+\. Reason: Spam or a scam\. .*Send appeal/,
  );
  const sent = await eve.request.post("/appeal", { form: { text: "I was hacked." } });
  expect(await textOf(sent)).toContain("Appeal sent");
  const decisionId = await linkedId(mo, "/moderation", "decisions", eve);
  expect(await textOf(await mo.request.get(`/moderation/decisions/${decisionId}`))).toContain(
    "I was hacked.",
  );
});

test("the setting that hides AI posts leaves them out of the feed @desktop", async ({ signIn }) => {
  const [reader, friend] = [await signIn("reader"), await signIn("friend")];
  await connect(reader, friend);
  await sharePosts(friend, [{ caption: "By hand" }]);
  const made = await friend.request.post("/api/ai/generate", { data: { prompt: "A harbour at dusk" } });
  const { imageUrl: mediaUrl } = await made.json();
  await friend.request.post("/api/posts", { data: { mediaUrl, caption: "Made up" } });
  expect(await textOf(await reader.request.get("/feed"))).toContain("Made up");
  await reader.request.post("/settings/photos", { form: { intent: "ai-posts", hidden: "on" } });
  const feed = await textOf(await reader.request.get("/feed"));
  expect(feed).toContain("By hand");
  expect(feed).not.toContain("Made up");
});

test("choices and forms of the settings work without JavaScript @desktop", async ({ signIn }) => {
  const { request, username } = await signIn("mara");
  const post = async (path: string, form: Record<string, string>) => {
    const reply = await request.post(path, { form });
    return { status: reply.status(), html: await reply.text() };
  };
  const privacy = "/settings/privacy";
  expect(await (await request.get(privacy)).text()).toMatch(/<noscript><button[^>]*>(<span[^>]*>)*Save</);
  const saved = await post(privacy, { intent: "presence", hidden: "on" });
  const [presence = ""] = saved.html.split('id="presence"').at(-1)?.split('id="typing"') ?? [];
  expect(presence).toMatch(/checked="".*>Saved</s);
  const refused = await post(privacy, { intent: "commenters", from: "strangers" });
  expect(refused.status).toBe(422);
  expect(refused.html).toContain("Please choose who can comment on your posts.");
  expect((await post(privacy, { intent: "email" })).status).toBe(400);

  const profile = await post("/settings/profile", { fullName: "Mara Holm", username });
  expect(profile.html).toContain("Mara Holm");
  const found = await (await request.get("/settings?q=dark+mode")).text();
  expect(found).toContain('href="/settings/appearance#theme"');
  // Each option is on its page, where the search leads; the installation needs a browser that offers it.
  const anchors = (Object.keys(settingsOptions) as OptionName[]).filter((name) => name !== "app").map(pathOf);
  for (const [page, { title }] of Object.entries(settingsPages)) {
    const html = await (await request.get(`/settings/${page}`)).text();
    expect(html).toContain(`>${english._(title)}</h1>`);
    for (const anchor of anchors.filter((path) => path.startsWith(`/settings/${page}#`)))
      expect(html, anchor).toContain(`id="${anchor.split("#")[1]}"`);
  }
});

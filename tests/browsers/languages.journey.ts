import path from "node:path";
import { directionOf } from "~/contract/languages";
import { projectRoot } from "../../scripts/local-state";
import { isHydrated } from "../e2e/translate";
import { type Translate, translatorTo } from "../factories/catalog";
import { connectMembers } from "./connected";
import { expectFits, PHONE } from "./fits";
import {
  button,
  card,
  checkbox,
  field,
  heading,
  image,
  link,
  listItem,
  log,
  text,
  textbox,
} from "./locators";
import type { Tab } from "./tab";
import { expect, freshName, type Member, test } from "./test";

const photo = path.join(projectRoot, "public/landing/photo.webp");
const DESKTOP = { width: 1280, height: 900 };

/** Members with the texts that they write. The caption begins with the word that is searched for. */
const members = [
  {
    language: "ar",
    fullName: "سلمى حداد",
    word: "الغروب",
    tag: "#مساء",
    comment: "ما أجمل الضوء",
    message: "هل رأيت البحر؟",
  },
  {
    language: "ja",
    fullName: "青木遥",
    word: "夕暮れ",
    tag: "#海",
    comment: "静かな光",
    message: "海を見た？",
  },
];

/** Returns where the logo of a member's page is. Runs in the page. */
function sideOfLogo(): "left" | "right" | undefined {
  const logo = document.querySelector("header a[href='/feed']")?.getBoundingClientRect();
  return logo && (logo.left > innerWidth / 2 ? "right" : "left");
}

/** Returns the directions of the visible texts that contain this one. Runs in the page. */
function directionsOf(content: string): string[] {
  const elements = [...document.querySelectorAll("main *")].filter(
    (element) => element.children.length === 0 && element.textContent?.includes(content),
  );
  return [...new Set(elements.map((element) => getComputedStyle(element).direction))];
}

/** Returns the visible texts in which the last letter of a name is at the left of its first one. Runs in the page. */
function reorderedTexts(name: string): string[] {
  const found: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const first = node.textContent?.indexOf(name) ?? -1;
    if (first < 0 || !node.parentElement?.checkVisibility()) continue;
    const letter = document.createRange();
    const leftOf = (at: number) => {
      letter.setStart(node, at);
      letter.setEnd(node, at + 1);
      return letter.getBoundingClientRect().left;
    };
    if (leftOf(first) > leftOf(first + name.length - 1)) found.push(node.textContent ?? "");
  }
  return found;
}

/** Returns the directions of the visible empty fields with a placeholder. Runs in the page. */
function directionsOfPlaceholders(): string[] {
  const fields = [...document.querySelectorAll(":placeholder-shown")].filter((field) =>
    field.checkVisibility(),
  );
  return [...new Set(fields.map((field) => getComputedStyle(field).direction))];
}

/** Expects the page in this language, with nothing beyond the window's side, and a name's letters in their order. */
async function expectPage(tab: Tab, language: string, name = ""): Promise<void> {
  await expect.poll(() => tab.evaluate(isHydrated), { message: "hydrated" }).toBe(true);
  const attributes = () => tab.evaluate(() => [document.documentElement.lang, document.documentElement.dir]);
  expect(await attributes()).toEqual([language, directionOf(language)]);
  for (const size of [PHONE, DESKTOP]) {
    await tab.resize(size);
    await expectFits(tab);
    if (name) expect(await tab.evaluate(reorderedTexts, name), "texts with a reordered name").toEqual([]);
  }
}

/** Signs up in a language, which the switch of the English page chooses, after a form that is refused. */
async function signUp(tab: Tab, language: string, fullName: string, t: Translate): Promise<Member> {
  const username = freshName("mara");
  await tab.open("/signup");
  await tab.select("Language", language);
  await tab.click(button("Change language"));
  await tab.sees(heading(t("Create your account")));
  await expectPage(tab, language);
  await tab.fill(textbox(t("Full name")), fullName);
  await tab.fill(textbox(t("Email")), `${username}@example.com`);
  await tab.fill(field(t("Password")), "golden hour");
  await tab.click(button(t("Sign up")));
  await tab.sees(text(t("You must agree to the terms and conditions")));
  await tab.click(checkbox());
  await tab.click(button(t("Sign up")));
  await tab.isAt("/profile-setup");
  await tab.fill(textbox(t("Username")), "admin");
  // The server's, whose texts are a catalog of their own.
  await tab.sees(text(t("This username is already taken.")));
  await expectPage(tab, language);
  await tab.fill(textbox(t("Username")), username);
  await tab.click(button(t("Create profile")));
  await tab.sees(heading(t("No Posts Yet")));
  return { tab, username };
}

for (const { language, fullName, ...written } of members) {
  test(`a member shares, talks and searches in ${language}, with one who reads English`, async ({
    open,
    join,
  }) => {
    const t = await translatorTo(language);
    const [tab, noa] = await Promise.all([open(), join("_noa")]);
    const mara = await signUp(tab, language, fullName, t);
    await connectMembers(mara, noa);
    const pair = { mara, noa, language, t, ...written };
    await share(pair);
    await discuss(pair);
    await chat(pair);

    for (const query of [written.word, noa.username]) {
      await tab.open("/search");
      await tab.fill(field(t("Name, hashtag, caption or place")), query);
      await tab.press("Enter");
      await tab.sees(link({ pattern: query }));
    }
    await expectPage(tab, language, noa.username);
  });
}

/** Two members, the first of whom has this language, and what she writes. */
interface Pair {
  mara: Member;
  noa: Member;
  language: string;
  t: Translate;
  word: string;
  tag: string;
  comment: string;
  message: string;
}

async function share({ mara: { tab }, language, t, word, tag }: Pair): Promise<void> {
  await tab.open("/post");
  await tab.choose(t("Image"), photo);
  await tab.sees(image(t("Preview of your photo")));
  await tab.fill(textbox(t("Caption")), `${word} ${tag}`);
  await expectPage(tab, language);
  await tab.click(button(t("Share", { context: "publish" })));
  await tab.sees(link(tag, card(word)));
  await expectPage(tab, language);
  expect(await tab.evaluate(sideOfLogo)).toBe(directionOf(language) === "rtl" ? "right" : "left");
}

/** Comments, which the other member reads, likes and answers. */
async function discuss({ mara: { tab }, noa, language, t, word, comment }: Pair): Promise<void> {
  const post = card(word);
  const count = (noun: string, values: Record<string, number>) =>
    text(t(`{${noun}Count, plural, one {# ${noun}} other {# ${noun}s}}`, { values }), post);
  await tab.fill(textbox(t("Add a comment"), post), comment);
  await tab.press("Enter");
  await tab.sees(text(comment, post));

  await noa.tab.open("/feed");
  await noa.tab.sees(text(comment, post));
  for (const written of [word, comment])
    expect(await noa.tab.evaluate(directionsOf, written)).toEqual([directionOf(language)]);
  await noa.tab.click(button("Like", post));
  await tab.sees(count("like", { likeCount: 1 }));
  await noa.tab.fill(textbox("Add a comment", post), "So calm");
  await noa.tab.press("Enter");
  await tab.sees(count("comment", { commentCount: 2 }));

  await tab.open("/feed");
  await tab.sees(text("So calm", post));
  expect(await tab.evaluate(directionsOf, "So calm")).toEqual(["ltr"]);
  await expectPage(tab, language, noa.username);
}

async function chat({ mara, noa, language, t, message }: Pair): Promise<void> {
  const { username } = noa;
  await mara.tab.open(`/chat?user=${username}`);
  await expectPage(mara.tab, language, username);
  expect(await mara.tab.evaluate(directionsOfPlaceholders)).toEqual([directionOf(language)]);
  await mara.tab.fill(textbox(t("Message to {username}", { values: { username } })), message);
  await mara.tab.press("Enter");
  await noa.tab.open(`/chat?user=${mara.username}`);
  await noa.tab.sees(listItem(message, log()));
  expect(await noa.tab.evaluate(directionsOf, message)).toContain(directionOf(language));
  await expect.poll(() => noa.tab.evaluate(isHydrated), { message: "hydrated" }).toBe(true);
  await noa.tab.fill(textbox({ pattern: "^Message" }), "At six");
  await noa.tab.press("Enter");
  await mara.tab.sees(listItem("At six", log()));
}

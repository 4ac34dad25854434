import { connectMembers } from "./connected";
import { log, text, textbox } from "./locators";
import type { Tab } from "./tab";
import { expect, test } from "./test";

test.use({ forcesColors: true });

/** An element that can be chosen, and what the reader sees of it. */
interface Shown {
  name: string;
  isChosen: boolean;
  ground: string;
}

/** Returns the tiles and links of the page. Runs in the page. */
function shownChoices(): Shown[] {
  const isChosen = (element: Element) =>
    element.matches("[aria-current]") || element.querySelector(":checked") !== null;
  const elements = document.querySelectorAll("label:has([type=radio]), a");
  return [...elements]
    .filter((element) => element.checkVisibility())
    .map((element) => ({
      name: (element.getAttribute("aria-label") ?? element.textContent ?? "").trim(),
      isChosen: isChosen(element),
      ground: getComputedStyle(element).backgroundColor,
    }));
}

/** Expects that what is chosen has another ground than the other. */
async function expectDifferent(tab: Tab, chosen: RegExp, other: RegExp): Promise<void> {
  const find = async () => {
    const all = await tab.evaluate(shownChoices);
    const one = (name: RegExp, isChosen: boolean) =>
      all.find((shown) => name.test(shown.name) && shown.isChosen === isChosen)?.ground;
    const grounds = [one(chosen, true), one(other, false)];
    return grounds.every(Boolean) && grounds[0] !== grounds[1];
  };
  await expect.poll(find, { message: `${chosen} differs from ${other}` }).toBe(true);
}

/** Returns the colour of the initials in the chosen row, and that of their ground. Runs in the page. */
function coloursOfInitials(): [ink: string, ground: string] {
  const initials = [...document.querySelectorAll("li a[aria-current] span")].find(
    (one) => one.children.length === 0 && one.textContent === "NT",
  );
  const { color } = getComputedStyle(initials ?? document.body);
  const { backgroundColor } = getComputedStyle(initials?.parentElement ?? document.body);
  return [color, backgroundColor];
}

test("choices and initials are seen in the reader's colours", async ({ join }) => {
  const [mara, noa, kai] = [await join("mara"), await join("noa"), await join("kai")];
  await connectMembers(mara, noa);
  await connectMembers(mara, kai);
  const { tab } = mara;

  await tab.open("/settings/appearance");
  await tab.sees(text("System"));
  expect(await tab.evaluate(() => matchMedia("(forced-colors: active)").matches)).toBe(true);
  await expectDifferent(tab, /^System/, /^Dark/);

  for (const [sender, other, content] of [
    [noa, mara, "At ten"],
    [mara, noa, "At nine"],
  ] as const) {
    await sender.tab.open(`/chat?user=${other.username}`);
    await sender.tab.fill(textbox({ pattern: "Message" }), content);
    await sender.tab.press("Enter");
    await sender.tab.sees(text(content, log()));
  }
  await expectDifferent(tab, /^Chat/, /^Feed/);
  await expectDifferent(tab, /noa Tester/, /kai Tester/);
  const [ink, ground] = await tab.evaluate(coloursOfInitials);
  expect(ink).not.toBe(ground);
});

import { isHydrated, translateDocument } from "../e2e/translate";
import { connectMembers } from "./connected";
import { expectFits, PHONE } from "./fits";
import { button, card, link, listItem, log, status, text, textbox } from "./locators";
import { sharePost } from "./share-post";
import type { Tab } from "./tab";
import { expect, test } from "./test";

/** Opens a page with text of twice the size, translated as a browser translates it. */
async function openForReader(tab: Tab, address: string): Promise<void> {
  await tab.open(address);
  await expect.poll(() => tab.evaluate(isHydrated), { message: "hydrated" }).toBe(true);
  await tab.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });
  await tab.evaluate(translateDocument);
}

test("feed, chat and settings answer on a phone with translated pages and text of twice the size", async ({
  join,
}) => {
  const [mara, noa] = await Promise.all([join("mara", PHONE), join("noa")]);
  await connectMembers(mara, noa);
  await sharePost(noa.tab, "Dusk over the pier");
  const { tab } = mara;

  await openForReader(tab, "/feed");
  await expectFits(tab);
  const post = card("Dusk over the pier");
  await tab.click(button("Like", post));
  await tab.sees(text("1 like", post));
  await tab.fill(textbox({ pattern: "Add a comment" }, post), "So calm");
  await tab.press("Enter");
  await tab.sees(text("So calm", post));

  await openForReader(tab, `/chat?user=${noa.username}`);
  await expectFits(tab);
  await tab.fill(textbox({ pattern: "Message" }), "the sea at six");
  await tab.press("Enter");
  await tab.sees(listItem("the sea at six", log()));
  await noa.tab.open(`/chat?user=${mara.username}`);
  await noa.tab.sees(listItem("the sea at six", log()));

  await openForReader(tab, "/settings/privacy");
  await expectFits(tab);
  await tab.click({ by: "role", value: "switch", name: "Hide my online status" });
  await tab.sees(status("Saved"));
  await tab.click(link("Settings"));
  await tab.isAt("/settings");
  await expectFits(tab);
});

import { expectAccessible } from "./axe";
import { connect, sharePosts } from "./fixtures";
import { expect, test, toast } from "./test";

test("a muted member and a muted word disappear from the feed, and come back from the settings", async ({
  join,
  signIn,
}) => {
  const [mara, noah, wren] = [await join("mara"), await signIn("noah"), await signIn("wren")];
  await connect(mara, noah);
  await connect(mara, wren);
  await sharePosts(noah, [{ caption: "From noah" }]);
  await sharePosts(wren, [{ caption: "A bowl of kale" }, { caption: "A kaleidoscope" }]);
  const { page } = mara;
  const feed = async () => {
    const posts: { caption: string }[] = await (await page.request.get("/api/feed")).json();
    return posts.map(({ caption }) => caption).sort();
  };
  expect(await feed()).toEqual(["A bowl of kale", "A kaleidoscope", "From noah"]);

  await page.goto(`/profile/${noah.username}`);
  const more = page.getByRole("button", { name: `More about ${noah.username}` });
  await more.click();
  await page.getByRole("menuitem", { name: "Mute" }).click();
  await expect(toast(page, `${noah.username} is muted`)).toBeVisible();
  await more.click();
  await expect(page.getByRole("menuitem", { name: "Unmute" })).toBeVisible();
  await page.keyboard.press("Escape");

  await page.goto("/settings/blocked");
  const words = page.getByRole("region", { name: "Muted words" });
  await words.getByRole("button", { name: "Mute word" }).click();
  await expect(words.getByText("Please enter a word")).toBeVisible();
  await words.getByLabel("Word", { exact: true }).fill("Kale");
  await words.getByLabel("Word", { exact: true }).press("Enter");
  await expect(toast(page, "Settings saved")).toBeVisible();
  await expect(words.getByRole("listitem")).toHaveText(["kale"]);
  await expect(words.getByLabel("Word", { exact: true })).toHaveValue("");
  const members = page.getByRole("region", { name: "Muted members" });
  await expect(members.getByText(noah.username)).toBeVisible();
  await expectAccessible(page, "the settings with mutes");

  expect(await feed()).toEqual(["A kaleidoscope"]);

  await words.getByRole("button", { name: "Unmute kale" }).click();
  await expect(words.getByRole("listitem")).toHaveCount(0);
  await members.getByRole("button", { name: `Unmute ${noah.username}` }).click();
  await expect(toast(page, "Member unmuted")).toBeVisible();
  await expect(members.getByText("You have not muted anyone.")).toBeVisible();
  expect(await feed()).toHaveLength(3);
});

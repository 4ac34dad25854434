import path from "node:path";
import { projectRoot } from "../../scripts/local-state";
import { button, card, checkbox, field, heading, image, link, text, textbox } from "./locators";
import { expect, freshName, test } from "./test";

const photo = path.join(projectRoot, "public/landing/photo.webp");

/** Returns whether the text of the last comment ends at the right edge of its row. */
function isCommentAtRight(): boolean {
  const row = [...document.querySelectorAll("article li")].at(-1);
  if (!row) return false;
  const text = document.createRange();
  text.selectNodeContents(row);
  return row.getBoundingClientRect().right - text.getBoundingClientRect().right < 2;
}

/** Returns the number of lines of the landing page's headline. */
async function headlineLines(): Promise<number> {
  await document.fonts.ready;
  const headline = document.querySelector("h1");
  if (!headline) return 0;
  return Math.round(
    headline.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(headline).lineHeight),
  );
}

test("a visitor signs up, sets up a profile, shares a photo, likes it and comments", async ({ open }) => {
  const tab = await open();
  const name = freshName("mara");
  await tab.open("/");
  await tab.sees(heading({ pattern: "Share moments" }));
  // Letters without the optical size of large text are wider, and the headline has four lines.
  expect([2, 3]).toContain(await tab.evaluate(headlineLines));
  await tab.click(link("Get Started"));
  await tab.fill(textbox("Full name"), "Mara Lind");
  await tab.fill(textbox("Email"), `${name}@example.com`);
  await tab.fill(field("Password"), "golden hour");
  await tab.click(checkbox());
  await tab.click(button("Sign up"));

  await tab.isAt("/profile-setup");
  await tab.fill(textbox("Username"), name);
  await tab.click(button("Create profile"));
  await tab.sees(heading("No Posts Yet"));

  await tab.open("/post");
  await tab.choose("Image", photo);
  await tab.sees(image("Preview of your photo"));
  await tab.fill(textbox("Caption"), "The light we stayed for.");
  await tab.click(button("Share"));

  const own = card("The light we stayed for.");
  await tab.sees(own);
  await tab.isAt("/feed");
  await tab.click(button("Like", own));
  await tab.sees(button("Like", own), { state: "true" });
  await tab.fill(textbox("Add a comment", own), "Still here");
  await tab.press("Enter");
  await tab.sees(text("Still here", own));
  // Until the comment is stored, the field has that text.
  await tab.sees(textbox("Add a comment", own), { state: "" });
  await tab.fill(textbox("Add a comment", own), "شكرا");
  await tab.press("Enter");
  await expect
    .poll(() => tab.evaluate(isCommentAtRight), { message: "Arabic starts at the right" })
    .toBe(true);

  const photoLink = link({ pattern: ", view photo$" }, own);
  await tab.click(photoLink);
  await tab.sees(button("Zoom in"));
  await tab.press("Escape");
  await tab.misses(button("Zoom in"));
  await tab.sees(photoLink, { isFocused: true });
  await tab.click(photoLink);
  await tab.sees(button("Zoom in"));
  await tab.back();
  await tab.misses(button("Zoom in"));
  await tab.isAt("/feed");

  await tab.click(link({ pattern: ", view post$" }, own));
  await tab.isAt(/^\/post\//);
  await tab.sees(text("Still here"));
  await tab.back();
  await tab.isAt("/feed");
  await tab.sees(own);
});

test("a member shares several photos, orders them and moves through them", async ({ join }) => {
  const { tab } = await join();
  await tab.open("/post");
  await tab.choose("Image", photo);
  await tab.sees(image("Preview of your photo"));
  await tab.fill(textbox("Accessibility"), "The first");
  await tab.choose("Image", photo);
  await tab.sees(button("Photo 1 of 2, The first"));
  await tab.click(button("Photo 2 of 2, no alt text"));
  await tab.fill(textbox("Accessibility"), "The second");
  await tab.click(button("Move earlier"));
  await tab.sees(button("Photo 1 of 2, The second"));
  await tab.fill(textbox("Caption"), "Two of them.");
  await tab.click(button("Share"));

  const own = card("Two of them.");
  await tab.sees(own);
  await tab.click(link({ pattern: ", view post$" }, own));
  await tab.isAt(/^\/post\//);
  // The address changes before the page does, and the feed has the same photos.
  await tab.sees(link("Back to feed"));
  await tab.sees(text("1/2"));
  await tab.click(link("The second, view photo"));
  await tab.sees(button("Zoom in"));
  await tab.press("Escape");
  await tab.misses(button("Zoom in"));
  // The focus is on the photo's link, within the strip.
  await tab.press("ArrowRight");
  await tab.sees(text("2/2"));
});

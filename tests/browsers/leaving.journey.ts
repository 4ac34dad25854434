import path from "node:path";
import { projectRoot } from "../../scripts/local-state";
import { button, card, heading, image, link, menuItem, text, textbox } from "./locators";
import { test } from "./test";

const photo = path.join(projectRoot, "public/landing/photo.webp");

/** Keeps the next view transition running until it is skipped. Runs in the page. */
function holdNextTransition(): void {
  const start = document.startViewTransition;
  document.startViewTransition = (update) => {
    document.startViewTransition = start;
    const transition = start.call(document, update);
    const hold = () => {
      for (const animation of document.getAnimations()) {
        const { effect } = animation;
        if (effect instanceof KeyframeEffect && effect.pseudoElement?.startsWith("::view-transition"))
          animation.pause();
      }
    };
    transition.ready.then(hold, () => undefined);
    return transition;
  };
}

test("Back during a transition and log-out leave no errors in the console, and Back then shows no feed", async ({
  join,
}) => {
  const { tab } = await join();
  await tab.open("/post");
  await tab.choose("Image", photo);
  await tab.sees(image("Preview of your photo"));
  await tab.fill(textbox("Caption"), "Dusk");
  await tab.click(button("Share"));
  await tab.sees(card("Dusk"));
  await tab.evaluate(holdNextTransition);
  // Only the feed has this link.
  const toPost = link({ pattern: ", view post$" }, card("Dusk"));
  await tab.click(toPost);
  await tab.isAt(/^\/post\//);
  await tab.back();
  await tab.isAt("/feed");
  await tab.sees(toPost);
  await tab.click(button("Your menu"));
  await tab.click(menuItem("Log out"));
  await tab.isAt("/");
  await tab.sees(heading({ pattern: "Share moments" }));
  await tab.sees(text("Log in"));
  // WebKit shows the page of the feed again, out of its back/forward cache.
  await tab.back();
  await tab.isAt(/^\/login/);
});

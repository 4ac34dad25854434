import { PASSWORD } from "../e2e/test-server";
import { appCode } from "../factories/two-factor";
import { button, field, heading, image, link, menuItem, text, textbox } from "./locators";
import { test } from "./test";

/** Returns the key that the page shows for an authenticator app. */
const keyOnPage = () => document.querySelector("code")?.innerText.replaceAll(/\s/g, "") ?? "";

test("a member turns two-factor authentication on and logs in with a code", async ({ join }) => {
  const { tab, username } = await join();
  await tab.open("/settings");
  await tab.click(link({ pattern: "^Security" }));
  await tab.click(button("Set up"));
  await tab.sees(image({ pattern: "^QR code" }));
  const secret = await tab.evaluate(keyOnPage);
  await tab.fill(textbox("Code"), appCode(secret));
  await tab.click(button("Turn on"));
  await tab.sees(text("Two-factor authentication is on."));
  await tab.click(link("I have kept them"));
  await tab.sees(button("Turn off"));
  await tab.click(button("Your menu"));
  await tab.click(menuItem("Log out"));
  await tab.isAt("/");
  await tab.open("/login");
  await tab.fill(textbox("Email"), `${username}@example.com`);
  await tab.fill(field("Password"), PASSWORD);
  await tab.click(button("Log in"));
  await tab.sees(heading("Enter your code"));
  await tab.fill(textbox("Code"), appCode(secret, 1));
  await tab.click(button("Log in"));
  await tab.isAt("/feed");
});

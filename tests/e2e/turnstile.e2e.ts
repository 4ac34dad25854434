import { expectAccessible } from "./axe";
import { setFaults } from "./faults";
import { expect, PASSWORD, test, toast } from "./test";

const SCRIPT = "https://challenges.cloudflare.com/**";

// Chromium logs the refused sign-up and the script that does not load as errors.
test.use({ allowedErrors: [/status of 4(22|29)|ERR_FAILED/] });

/** A script with the API of Turnstile: its widget shows the site key and has a token that the service does not know. */
const fakeScript = `let made = 0;
window.turnstile = {
  render(container, options) {
    const widget = document.createElement("p");
    widget.textContent = options.sitekey + ", " + options.action + ", widget " + ++made;
    const field = document.createElement("input");
    Object.assign(field, { type: "hidden", name: options["response-field-name"], value: "a token" });
    widget.append(field);
    container.append(widget);
    return widget;
  },
  remove: (widget) => widget.remove(),
};`;

test("the sign-up sends the token of the check, and each refusal brings a new widget, and the page says that the check did not load @desktop", async ({
  page,
}) => {
  await setFaults(page, "humans");
  await page.route(SCRIPT, (route) => route.fulfill({ contentType: "text/javascript", body: fakeScript }));
  await page.goto("/signup");
  await expect(page.getByText("the site key, sign-up, widget")).toBeVisible();
  await expectAccessible(page, "the sign-up with the check");
  await page.getByLabel("Full name").fill("Ada Lovelace");
  await page.getByLabel("Email").fill("turnstile@example.com");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("I agree").check();
  const before = await page.getByText("the site key, sign-up, widget").innerText();
  const sent = page.waitForRequest((request) => request.method() === "POST");
  await page.getByRole("button", { name: "Sign up" }).click();
  expect((await sent).postData()).toContain("turnstile=a+token");
  // The service refuses the token, or cannot be reached.
  await expect(toast(page, "Signup failed")).toContainText("person");
  await expect(page.getByText("the site key, sign-up, widget")).not.toHaveText(before);

  await page.unroute(SCRIPT);
  await page.route(SCRIPT, (route) => route.abort());
  await page.goto("/signup");
  await expect(
    page.getByText("The check that you're a person did not load. Please reload the page."),
  ).toBeVisible();
});

import { heading, text } from "./locators";
import { test } from "./test";

test("without a network, a navigation shows the offline page, which loads the page once there is one", async ({
  join,
}) => {
  const { tab, username } = await join();
  await tab.open("/profile");
  await tab.sees(heading(username));
  await tab.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await tab.open("/profile");
  await tab.sees(heading(username));
  tab.setOnline(false);
  await tab.sees(text("The connection is lost. Trying again…"));
  await tab.open("/profile");
  await tab.sees(heading("You are offline"));
  tab.setOnline(true);
  await tab.sees(heading(username));
});

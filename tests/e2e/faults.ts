import type { Page } from "@playwright/test";
import { idOf } from "./fixtures";
import { expect, type Member, test } from "./test";
import { FAULTS_COOKIE, type Fault, HUB_FAULTS_PATH, type HubFault } from "./test-server";

/** Makes these bindings fail for every later request of this browser, and no others. Without faults all work again. */
export async function setFaults(page: Page, ...faults: Fault[]): Promise<void> {
  const url = test.info().project.use.baseURL;
  await page.context().addCookies([{ name: FAULTS_COOKIE, value: faults.join("."), url }]);
}

/** Makes a member's hub fail for everybody. Without a fault it works again. */
export async function setHubFault(member: Member, fault?: HubFault): Promise<void> {
  const options = { data: fault ?? "", maxRetries: 2 };
  const reply = await member.page.request.put(HUB_FAULTS_PATH + (await idOf(member)), options);
  expect(reply.status()).toBe(204);
}

import type { Page } from "@playwright/test";
import { FAULTS_COOKIE, type Fault, HUB_FAULTS_PATH, type HubFault } from "./breakable-worker";
import { idOf } from "./given";
import { expect, type Member, test } from "./test";

/** From now on these ports, and no others, fail for all that this browser asks of the real server. */
export async function breakFor(page: Page, ...faults: Fault[]): Promise<void> {
  const url = test.info().project.use.baseURL;
  await page.context().addCookies([{ name: FAULTS_COOKIE, value: faults.join("."), url }]);
}

/** From now on a member's hub fails, for everybody; without a fault it works again. */
export async function breakHub(member: Member, fault?: HubFault): Promise<void> {
  const options = { data: fault ?? "", maxRetries: 2 };
  const reply = await member.page.request.put(HUB_FAULTS_PATH + (await idOf(member)), options);
  expect(reply.status()).toBe(204);
}

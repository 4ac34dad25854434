import { env, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { vi } from "vitest";

interface Owner {
  id: string;
}

export const hub = ({ id }: Owner) => env.USER_HUB.getByName(id);

/** Lets time pass for the hub, and what it has to do by then be done. */
export async function advance(one: Owner, ms: number): Promise<void> {
  vi.setSystemTime(Date.now() + ms);
  await runDurableObjectAlarm(hub(one));
}

/** The instance is gone, and its sockets with it; storage stays. */
export async function crash(one: Owner): Promise<void> {
  await runInDurableObject(hub(one), (_, state) => state.abort("a crash")).catch(() => undefined);
}

/** The clock is the test's from here on. */
export const useFakeClock = () => vi.useFakeTimers({ toFake: ["Date"] });

import { env, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { vi } from "vitest";
import { HOUR_MS } from "~/contract/time";

interface Owner {
  id: string;
}

/** Returns the stub of a member's hub. */
export const hub = ({ id }: Owner) => env.USER_HUB.getByName(id);

/** Advances the fake clock by `ms` and runs the hub's alarm, if one is set. */
export async function advance(one: Owner, ms: number): Promise<void> {
  vi.setSystemTime(Date.now() + ms);
  await runDurableObjectAlarm(hub(one));
}

/** Aborts the hub's instance: its sockets and memory are lost, its storage stays. */
export async function crash(one: Owner): Promise<void> {
  await runInDurableObject(hub(one), (_, state) => state.abort("a crash")).catch(() => undefined);
}

/** Replaces `Date` by a clock that only the test advances. */
export const useFakeClock = () => vi.useFakeTimers({ toFake: ["Date"] });

/** As `useFakeClock`, an hour ahead of the runtime's clock: no alarm fires unless the test runs it. */
export function setClockAhead(): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + HOUR_MS });
}

/** Inserts a post with a stored like count. */
export async function insertPost(id: string, owner: Owner, likes: number): Promise<void> {
  await env.DB.batch([
    env.DB.prepare(
      "INSERT INTO media (id, user_id, content_type, size, width, height, placeholder, color, created_at) VALUES (?, ?, 'image/webp', 1, 1, 1, '', '', '')",
    ).bind(id, owner.id),
    env.DB.prepare(
      "INSERT INTO posts (id, user_id, media_url, media_id, width, height, placeholder, color, like_count, created_at) VALUES (?, ?, '/media/m', ?, 1, 1, '', '', ?, '')",
    ).bind(id, owner.id, id, likes),
  ]);
}

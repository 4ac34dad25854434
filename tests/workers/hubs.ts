import { env, evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { expect, onTestFinished, vi } from "vitest";
import { HOUR_MS, sleep } from "~/contract/time";
import { callsPerEvent } from "../../workers/hub/delivery-queue";
import { UserHub } from "../../workers/user-hub";
import { hubBindings } from "./worker";

interface Owner {
  id: string;
}

/** Returns the stub of a member's hub. */
export const hub = ({ id }: Owner) => env.USER_HUB.getByName(id);

/** Advances the fake clock by `ms` and runs the hub's alarm. @returns false when none was set */
export function advance(one: Owner, ms: number): Promise<boolean> {
  vi.setSystemTime(Date.now() + ms);
  return runDurableObjectAlarm(hub(one));
}

/** Runs the hub's alarm, in which the test crashes the hub. The alarm stays set: the platform repeats it. */
export async function dieInAlarm(one: Owner): Promise<void> {
  await expect(runInDurableObject(hub(one), (instance) => instance.alarm?.())).rejects.toThrow("a crash");
}

/** Runs `during` while the next delivery of frames to a hub is on its way. It is lost if `during` throws. */
export function duringNextDelivery(during: () => Promise<void>): void {
  const { deliver } = UserHub.prototype;
  const spy = vi.spyOn(UserHub.prototype, "deliver");
  spy.mockImplementationOnce(async function (this: UserHub, ...args) {
    spy.mockRestore();
    await during();
    return deliver.apply(this, args);
  });
}

/** Holds the next delivery of frames to a hub until the returned function is called, or the test ends. */
export function holdNextDelivery(): () => void {
  let isHeld = true;
  // Asked again and again: a hub cannot wait for a promise of the test.
  duringNextDelivery(async () => {
    while (isHeld) await sleep(5);
  });
  const release = () => {
    isHeld = false;
  };
  onTestFinished(release);
  return release;
}

/** Returns the number of entries that a hub stores. */
export const stored = (one: Owner) =>
  runInDurableObject(hub(one), (_, { storage }) => [...storage.kv.list()].length);

/** Lets a hub make fewer calls per event until the test ends. */
export function limitCalls(max: number): void {
  const before = { ...callsPerEvent };
  callsPerEvent.max = max;
  onTestFinished(() => void Object.assign(callsPerEvent, before));
}

/** Aborts the hub's instance: its sockets and memory are lost, its storage stays. */
export async function crash(one: Owner): Promise<void> {
  await runInDurableObject(hub(one), (_, state) => state.abort("a crash")).catch(() => undefined);
}

/** Lets the hub hibernate: its memory is lost, its sockets and its storage stay. */
export async function hibernate(one: Owner): Promise<void> {
  // A hub that hibernates already cannot be evicted.
  await hub(one).session("");
  await evictDurableObject(hub(one));
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

/** Lets the hubs that start until the end of the test limit the rate of frames, as in production. */
export function limitFrames(): void {
  Object.assign(hubBindings, { AFTERGLOW_RATE_LIMITS: "on" });
  onTestFinished(() => void Object.assign(hubBindings, { AFTERGLOW_RATE_LIMITS: "off" }));
}

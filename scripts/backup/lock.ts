import { randomUUID } from "node:crypto";
import { z } from "zod";
import { MINUTE_MS } from "~/contract/time";
import { CommandError } from "../command";
import type { Store } from "./store";

const LOCK = "running/lock.json";
/** Age after which the lock of a run counts as left behind: an export and a page of the list take less. */
const STALE_MS = 60 * MINUTE_MS;

const lock = z.object({ id: z.string(), at: z.number() });

export interface Lock {
  /** Says that the run goes on. @throws CommandError when another run has taken the lock over */
  beat: () => Promise<void>;
  release: () => Promise<void>;
}

/** Locks a store for this run. Takes over a cut run's lock after an hour. @throws CommandError when another has it */
export async function lockStore(store: Store, now: () => number = Date.now): Promise<Lock> {
  const id = randomUUID();
  const text = () => JSON.stringify({ id, at: now() });
  if (!(await store.create(LOCK, text()))) {
    const held = await readLock(store);
    if (held && now() - held.at < STALE_MS) throw new CommandError(refusal(now() - held.at));
    await store.remove(LOCK);
    if (!(await store.create(LOCK, text()))) throw new CommandError(refusal(0));
  }
  const isOurs = async () => (await readLock(store))?.id === id;
  return {
    async beat() {
      if (!(await isOurs())) throw new CommandError("Another backup has taken over. This one ends.");
      await store.put(LOCK, text());
    },
    async release() {
      if (await isOurs()) await store.remove(LOCK);
    },
  };
}

async function readLock(store: Store) {
  const text = await (await store.get(LOCK))?.text();
  try {
    return text ? lock.parse(JSON.parse(text)) : null;
  } catch {
    // Cut while it was written.
    return null;
  }
}

const refusal = (ageMs: number) =>
  `Another backup runs: it gave a sign ${Math.round(ageMs / MINUTE_MS)} minutes ago. If it was cut, wait until that is an hour, or remove ${LOCK}.`;

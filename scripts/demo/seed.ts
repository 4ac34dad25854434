import { eq } from "drizzle-orm";
import { newId } from "../../app/contract/ids";
import { HOUR_MS } from "../../app/contract/time";
import { openDb } from "../../app/db/client";
import { users } from "../../app/db/schema";
import { hashPassword } from "../../app/domain/accounts/password";
import { bundleWorker } from "../bundle-worker";
import { type LocalBindings, openLocalBindings } from "../local-server";
import { clearSeeding, discardUnfinishedSeeding, markSeeding } from "../local-state";
import { requireStorage, storingIn } from "../storage-problem";
import { DEMO_PASSWORD, demoMembers, demoPosts } from "./dataset";
import { readImage } from "./images";
import {
  activityRows,
  type DemoReferences,
  MEMBERS_SINCE_HOURS,
  memberRows,
  required,
  type Uploaded,
} from "./rows";

/** Images uploaded at the same time: one for each of two cores, and two in transit. */
const CONCURRENT_UPLOADS = 4;

/**
 * Creates the demo data if the database has no members. Data of a seeding that was interrupted is deleted first.
 * @returns whether it was created
 * @throws CommandError when the data cannot be stored
 */
export function ensureDemoData(state: string): Promise<boolean> {
  return storingIn(state, () => createIfEmpty(state));
}

async function createIfEmpty(state: string): Promise<boolean> {
  discardUnfinishedSeeding(state);
  requireStorage(state);
  const local = await openLocalBindings(state, await bundleWorker("scripts/demo/seed-worker.ts"));
  try {
    const members = await local.db.prepare("SELECT count(*) AS n FROM users").first<number>("n");
    if (members !== 0) return false;
    markSeeding(state);
    await seed(local, Date.now());
    clearSeeding(state);
    return true;
  } finally {
    await local.close();
  }
}

async function seed(local: LocalBindings, now: number): Promise<void> {
  const photos = new Map<Parameters<typeof readImage>[0], Uploaded>();
  const references: DemoReferences = {
    // Only builds the statements; the seed worker runs them.
    db: openDb(local.db).db,
    at: (hoursAgo) => new Date(now - hoursAgo * HOUR_MS),
    members: new Map(
      demoMembers.map(({ username }) => [username, newId(now - MEMBERS_SINCE_HOURS * HOUR_MS)]),
    ),
    photos,
  };
  await runRows(local, memberRows(references, await hashPassword(DEMO_PASSWORD)));

  const uploads = [
    ...demoMembers.map(({ username, avatar }) => ({
      username,
      image: avatar,
      hoursAgo: MEMBERS_SINCE_HOURS,
    })),
    ...demoPosts.flatMap(({ author, image, more, hoursAgo }) =>
      [image, ...more.map((photo) => photo.image)].map((posted) => ({
        username: author,
        image: posted,
        hoursAgo,
      })),
    ),
  ];
  await Promise.all(
    Array.from({ length: CONCURRENT_UPLOADS }, async () => {
      for (let next = uploads.shift(); next; next = uploads.shift()) {
        const { username, image, hoursAgo } = next;
        const query = new URLSearchParams({
          owner: required(references.members, username),
          at: String(references.at(hoursAgo).getTime()),
        });
        const reply = await local.fetch(`/photo?${query}`, await readImage(image));
        // The seed worker returns the result of uploadPhoto as JSON.
        photos.set(image, (await reply.json()) as Uploaded);
      }
    }),
  );

  await runRows(local, [
    ...demoMembers.map(({ username, avatar }) =>
      references.db
        .update(users)
        .set({ profileImage: required(photos, avatar).url })
        .where(eq(users.id, required(references.members, username))),
    ),
    ...activityRows(references),
  ]);
}

async function runRows(local: LocalBindings, statements: ReturnType<typeof activityRows>): Promise<void> {
  await local.fetch("/rows", JSON.stringify(statements.map((statement) => statement.toSQL())));
}

import path from "node:path";
import { eq } from "drizzle-orm";
import { build as bundle } from "esbuild";
import { newId } from "../../app/contract/ids";
import { HOUR_MS } from "../../app/contract/time";
import { openDb } from "../../app/db/client";
import { users } from "../../app/db/schema";
import { hashPassword } from "../../app/domain/accounts/password";
import { type LocalBindings, openLocalBindings } from "../local-server";
import { projectRoot } from "../local-state";
import { renderPicture } from "./pictures";
import { type Cast, known, MEMBERS_SINCE_HOURS, memberRows, storyRows, type Uploaded } from "./rows";
import { demoMembers, demoPosts } from "./world";

/** The password of every demo member; they exist on laptops only. */
export const DEMO_PASSWORD = "golden hour";

/** Pictures in the making at once: one a core, and two on their way. */
const AT_ONCE = 4;

/** Makes the demo world when nobody lives in this state yet. @returns whether it was made */
export async function ensureDemoData(state: string): Promise<boolean> {
  const local = await openLocalBindings(state, await seedWorker());
  try {
    const members = await local.db.prepare("SELECT count(*) AS n FROM users").first<number>("n");
    if (members !== 0) return false;
    await seed(local, Date.now());
    return true;
  } finally {
    await local.close();
  }
}

async function seedWorker(): Promise<string> {
  const { outputFiles } = await bundle({
    entryPoints: [path.join(projectRoot, "scripts/demo/seed-worker.ts")],
    bundle: true,
    write: false,
    format: "esm",
    target: "es2023",
    conditions: ["workerd", "worker"],
    external: ["node:*"],
  });
  return outputFiles[0]?.text ?? "";
}

async function seed(local: LocalBindings, now: number): Promise<void> {
  const photos = new Map<Parameters<typeof renderPicture>[0], Uploaded>();
  const cast: Cast = {
    // Only writes the statements; they run inside the seed's worker.
    db: openDb(local.db).db,
    at: (hoursAgo) => new Date(now - hoursAgo * HOUR_MS),
    members: new Map(
      demoMembers.map(({ username }) => [username, newId(now - MEMBERS_SINCE_HOURS * HOUR_MS)]),
    ),
    photos,
  };
  await runRows(local, memberRows(cast, await hashPassword(DEMO_PASSWORD)));

  const uploads = [
    ...demoMembers.map(({ username, avatar }) => ({
      username,
      picture: avatar,
      hoursAgo: MEMBERS_SINCE_HOURS,
    })),
    ...demoPosts.map(({ author, picture, hoursAgo }) => ({ username: author, picture, hoursAgo })),
  ];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = uploads.shift(); next; next = uploads.shift()) {
        const { username, picture, hoursAgo } = next;
        const query = new URLSearchParams({
          owner: known(cast.members, username),
          at: String(cast.at(hoursAgo).getTime()),
        });
        const reply = await local.fetch(`/photo?${query}`, await renderPicture(picture));
        // The seed's worker answers with what uploadPhoto gave it.
        photos.set(picture, (await reply.json()) as Uploaded);
      }
    }),
  );

  await runRows(local, [
    ...demoMembers.map(({ username, avatar }) =>
      cast.db
        .update(users)
        .set({ profileImage: known(photos, avatar).url })
        .where(eq(users.id, known(cast.members, username))),
    ),
    ...storyRows(cast),
  ]);
}

async function runRows(local: LocalBindings, statements: ReturnType<typeof storyRows>): Promise<void> {
  await local.fetch("/rows", JSON.stringify(statements.map((statement) => statement.toSQL())));
}

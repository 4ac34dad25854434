import { eq } from "drizzle-orm";
import type { QuietHours } from "~/contract/push";
import { quietHours } from "~/db/schema";
import type { MemberCtx } from "../context";

/** Sets the hours of each day in which nothing is pushed to the viewer. */
export async function setQuietHours({ db, viewer }: MemberCtx, hours: QuietHours): Promise<QuietHours> {
  const values = { startsAt: hours.from, endsAt: hours.to, timeZone: hours.timeZone };
  await db
    .insert(quietHours)
    .values({ userId: viewer.id, ...values })
    .onConflictDoUpdate({ target: quietHours.userId, set: values });
  return hours;
}

/** Ends the viewer's quiet hours. Idempotent. */
export async function endQuietHours({ db, viewer }: MemberCtx): Promise<void> {
  await db.delete(quietHours).where(eq(quietHours.userId, viewer.id));
}

import { sql } from "drizzle-orm";
import type { ReadOnlyForm } from "~/contract/site-forms";
import type { MemberCtx } from "../context";
import { changeSite } from "./change-site";

/** Begins or ends the maintenance mode, in which nobody can write. Idempotent. @throws AppError as `changeSite` */
export async function setReadOnly(ctx: MemberCtx, { action, note }: ReadOnlyForm): Promise<void> {
  const isOn = action === "on" ? 1 : 0;
  await changeSite(ctx, {
    what: `maintenance ${action}`,
    note,
    differs: sql`coalesce((SELECT read_only FROM site_settings), 0) <> ${isOn}`,
    store: (isLogged) => [sql`UPDATE site_settings SET read_only = ${isOn} WHERE ${isLogged}`],
  });
}

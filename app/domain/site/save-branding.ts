import { sql } from "drizzle-orm";
import { newId } from "~/contract/ids";
import type { SiteBranding } from "~/contract/site-branding";
import type { MemberCtx } from "../context";
import { usesOf } from "../media/upload-photo";
import { asAdmin } from "../moderation/as-moderator";
import { withinQuota } from "../quota";
import { changeSite } from "./change-site";

/**
 * Stores the name, the contact, the colour and the icon of the site. A new icon gets another id, and so another URL.
 * @throws AppError as `changeSite`; for the icon `rate_limited`, `unsupported_media`, `too_large`
 */
export async function saveBranding(
  ctx: MemberCtx,
  { name, contact = "", accent, icon: file, removesIcon, note }: SiteBranding,
): Promise<void> {
  asAdmin(ctx);
  const icon = file ? await storeIcon(ctx, file) : removesIcon ? "" : null;
  const changes = { name, contact, accent, ...(icon !== null && { icon }) };
  const columns = Object.entries(changes);
  const differs = columns.map(
    ([column, value]) => sql`coalesce((SELECT ${sql.identifier(column)} FROM site_settings), '') <> ${value}`,
  );
  const assignments = columns.map(([column, value]) => sql`${sql.identifier(column)} = ${value}`);
  await changeSite(ctx, {
    what: "look",
    note,
    differs: sql.join(differs, sql` OR `),
    store: (isLogged) => [sql`UPDATE site_settings SET ${sql.join(assignments, sql`, `)} WHERE ${isLogged}`],
  });
  // Documents that are kept elsewhere name the former icon for 30 seconds more; browsers show none then.
  if (icon !== null) ctx.defer(ctx.media.removeIcons(icon));
}

async function storeIcon(ctx: MemberCtx, file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const id = newId(ctx.now().getTime());
  await withinQuota(ctx, usesOf(bytes), () => ctx.media.putIcon(id, bytes));
  return id;
}

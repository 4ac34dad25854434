import { type SQL, sql } from "drizzle-orm";

/** The condition that a member is a moderator or an admin: reads of the desk run before the viewer is checked. */
export const isModerator = (memberId: SQL | string): SQL =>
  sql`EXISTS (SELECT 1 FROM users WHERE id = ${memberId} AND role IN ('moderator', 'admin'))`;

/** The condition that a member is an admin. */
export const isAdmin = (memberId: SQL | string): SQL =>
  sql`EXISTS (SELECT 1 FROM users WHERE id = ${memberId} AND role = 'admin')`;

/** The condition that a moderator may decide about a member: nobody decides about themself or an admin. */
export const mayModerate = (actorId: SQL | string, memberId: SQL | string): SQL => sql`
  ${actorId} <> ${memberId} AND ${isModerator(actorId)}
  AND NOT EXISTS (SELECT 1 FROM users WHERE id = ${memberId} AND role = 'admin')`;

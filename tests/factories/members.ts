import { newId } from "~/contract/ids";
import type { Role } from "~/contract/moderation";
import type { Db } from "~/db/client";
import { sessions, users } from "~/db/schema";
import { newToken, tokenId } from "~/domain/accounts/session-token";
import { storeNameTerms } from "~/domain/search/name-terms";

const DAY_MS = 24 * 60 * 60 * 1000;

export interface NewMember {
  username: string;
  email: string;
  fullName: string;
  /** The hash of the password, made once for many members: scrypt takes 0.14 s. */
  password: string;
  role?: Role;
  /** When the member has proved their identity in the session; by default now. */
  verifiedAt?: string;
}

/**
 * Inserts a member who has finished profile setup, as sign-up and profile setup store one, and opens a session.
 * Returns the member's id and the session token.
 */
export async function insertMember(
  db: Db,
  { verifiedAt, ...member }: NewMember,
): Promise<{ id: string; token: string }> {
  const id = newId();
  const token = newToken();
  const now = new Date();
  const createdAt = now.toISOString();
  await db.batch([
    db.insert(users).values({ id, ...member, profileSetupAt: createdAt, createdAt }),
    storeNameTerms(db, id, member.username, member.fullName),
    db.insert(sessions).values({
      id: tokenId(token),
      userId: id,
      lastSeenAt: createdAt,
      expiresAt: new Date(now.getTime() + DAY_MS).toISOString(),
      createdAt,
      verifiedAt: verifiedAt ?? createdAt,
    }),
  ]);
  return { id, token };
}

import { env } from "cloudflare:test";
import type { Role } from "~/contract/moderation";
import type { DbCost } from "~/db/client";
import type { MemberCtx } from "~/domain/context";
import { openEdge } from "../../workers/context";
import { member, SITE } from "./client";

interface Caller {
  id: string;
  username?: string;
  sessionId?: string;
  role?: Role;
}

/** Returns the context of a new member with a role. */
export async function atDesk(role: Role): Promise<MemberCtx> {
  return contextOf(await member("mo", role)).ctx;
}

/**
 * Returns a member's context without a request, its running database cost, and the work that it defers.
 * @param overrides broken bindings
 */
export function contextOf(
  { id, username = "", role = "member", sessionId = "" }: Caller,
  overrides: Partial<Env> = {},
): {
  ctx: MemberCtx;
  cost: DbCost;
  deferred: Promise<unknown>[];
} {
  const deferred: Promise<unknown>[] = [];
  const waitUntil = (work: Promise<unknown>) => void deferred.push(work);
  const { ctx, cost } = openEdge(new Request(SITE), { ...env, ...overrides }, { waitUntil });
  const viewer = {
    id,
    username,
    email: "",
    fullName: "",
    bio: "",
    profileImage: null,
    sessionId,
    isSetUp: true,
    emailConfirmed: true,
    aiHidden: false,
    keepsOriginals: false,
    sensitivePhotos: "cover" as const,
    mutedWords: [],
    role,
    silencedUntil: null,
    dismissedAnnouncement: "",
  };
  return { ctx: { ...ctx, viewer }, cost, deferred };
}

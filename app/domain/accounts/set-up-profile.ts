import { eq } from "drizzle-orm";
import type { ProfileSetupInput, SessionUser } from "~/contract/accounts";
import { AVATAR_MAX_BYTES } from "~/contract/limits";
import { users } from "~/db/schema";
import { violatedIndex } from "~/db/violations";
import type { MemberCtx } from "../context";
import { AppError } from "../errors";
import { photoFrom } from "../media/photo-from";
import { sweepRemovals } from "../media/sweep-removals";
import { readAccount } from "./read-account";

/**
 * Finishes profile setup, and edits a profile later: a field left out stays as it is, `profileImage: null` removes
 * the picture.
 * @throws AppError `conflict` when the username is taken; `too_large`, `unsupported_media`, `invalid` for the picture
 */
export async function setUpProfile(ctx: MemberCtx, input: ProfileSetupInput): Promise<SessionUser> {
  const { viewer } = ctx;
  const profileImage =
    typeof input.profileImage === "string" && input.profileImage !== viewer.profileImage
      ? (await photoFrom(ctx, "profileImage", input.profileImage, AVATAR_MAX_BYTES)).url
      : input.profileImage;
  const change = {
    username: input.username ?? viewer.username,
    bio: input.bio === undefined ? viewer.bio : (input.bio ?? ""),
    profileImage: profileImage === undefined ? viewer.profileImage : profileImage,
  };
  try {
    await ctx.db
      .update(users)
      .set(viewer.isSetUp ? change : { ...change, profileSetupAt: ctx.now().toISOString() })
      .where(eq(users.id, viewer.id));
  } catch (error) {
    if (violatedIndex(error) !== "users_username") throw error;
    throw new AppError("conflict", "This username is already taken.", {
      username: ["This username is already taken."],
    });
  }
  if (viewer.profileImage && change.profileImage !== viewer.profileImage) ctx.defer(sweepRemovals(ctx));
  return { ...readAccount(ctx), ...change };
}

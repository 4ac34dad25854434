import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/runtime-macro";
import { eq } from "drizzle-orm";
import type { ProfileSetupInput, SessionUser } from "~/contract/accounts";
import { type AppError, fieldError } from "~/contract/errors";
import { AVATAR_MAX_BYTES } from "~/contract/limits";
import { isReservedUsername } from "~/contract/reserved-usernames";
import { users } from "~/db/schema";
import { isRaisedBy, isUsernameTaken } from "~/db/violations";
import type { MemberCtx } from "../context";
import { photoFrom } from "../media/photo-from";
import { sweepRemovals } from "../media/sweep-removals";
import { storeNameTerms } from "../search/name-terms";
import { USERNAME_TAKEN } from "./check-username";
import { readAccount } from "./read-account";

/** The fields that lists show with what the member does: hubs cache such lists. */
const shownFields = ["fullName", "username", "profileImage"] as const;

/**
 * Finishes the viewer's profile setup, and edits the profile later. A missing field is not changed; `profileImage:
 * null` removes the photo. The old username redirects and stays reserved for 30 days (docs/product.md#profile).
 * @throws AppError `conflict` when the username is taken or was changed too often; `too_large`, `unsupported_media` or
 *   `invalid` for the photo
 */
export async function setUpProfile(ctx: MemberCtx, input: ProfileSetupInput): Promise<SessionUser> {
  const { viewer } = ctx;
  // A member may have had the name before it was reserved.
  if (
    input.username !== undefined &&
    input.username !== viewer.username &&
    isReservedUsername(input.username)
  ) {
    throw usernameConflict(USERNAME_TAKEN);
  }
  const profileImage =
    typeof input.profileImage === "string" && input.profileImage !== viewer.profileImage
      ? (await photoFrom(ctx, "profileImage", input.profileImage, AVATAR_MAX_BYTES)).url
      : input.profileImage;
  const change = {
    fullName: input.fullName,
    username: input.username,
    bio: input.bio === null ? "" : input.bio,
    profileImage,
    profileSetupAt: viewer.isSetUp ? undefined : ctx.now().toISOString(),
  };
  if (Object.values(change).every((value) => value === undefined)) return readAccount(ctx);
  // drizzle does not write undefined fields: another tab may be changing them.
  const write = ctx.db.update(users).set(change).where(eq(users.id, viewer.id)).returning({
    fullName: users.fullName,
    username: users.username,
    bio: users.bio,
    profileImage: users.profileImage,
  });
  const { username = viewer.username, fullName = viewer.fullName } = input;
  const [[row]] = await (input.username === undefined && input.fullName === undefined
    ? Promise.all([write])
    : ctx.db.batch([write, storeNameTerms(ctx.db, viewer.id, username, fullName)])
  ).catch((error: unknown) => {
    throw conflictOf(error) ?? error;
  });
  if (shownFields.some((field) => row?.[field] !== viewer[field])) ctx.realtime.memberChanged(viewer.id);
  if (viewer.profileImage && row?.profileImage !== viewer.profileImage) ctx.defer(sweepRemovals(ctx));
  return { ...readAccount(ctx), ...row };
}

function usernameConflict(text: MessageDescriptor): AppError {
  return fieldError("conflict", "username", text);
}

function conflictOf(error: unknown): AppError | null {
  if (isUsernameTaken(error)) return usernameConflict(USERNAME_TAKEN);
  if (isRaisedBy(error, "changed too often")) {
    return usernameConflict(
      msg`You have changed your username often lately. Please try again in a few weeks.`,
    );
  }
  return null;
}

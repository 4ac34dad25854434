import { msg } from "@lingui/core/runtime-macro";
import { AppError } from "~/contract/errors";
import type { MemberCtx } from "../context";

/**
 * Returns the context of a moderator or admin.
 * @throws AppError `not_found` for everybody else: the desk does not show that it exists
 */
export function asModerator<C extends Pick<MemberCtx, "viewer">>(ctx: C): C {
  if (ctx.viewer.role === "member") throw noPage();
  return ctx;
}

/**
 * Returns the context of an admin.
 * @throws AppError `not_found` for members; `forbidden` for moderators
 */
export function asAdmin<C extends Pick<MemberCtx, "viewer">>(ctx: C): C {
  if (asModerator(ctx).viewer.role !== "admin")
    throw new AppError("forbidden", msg`Only admins can change this.`);
  return ctx;
}

/** Does the same for the pages of admins. @throws AppError `not_found` for everybody else */
export function asPageAdmin<C extends Pick<MemberCtx, "viewer">>(ctx: C): C {
  if (ctx.viewer.role !== "admin") throw noPage();
  return ctx;
}

const noPage = () => new AppError("not_found", msg`There is no such page.`);

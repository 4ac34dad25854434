import { msg } from "@lingui/core/macro";
import { AppError } from "~/contract/errors";
import { readEvidence } from "~/domain/moderation/read-report";
import { onMemberPage } from "~/page-context";
import type { Route } from "./+types/moderation-photo";

/** Returns the copy of a reported photo to a moderator: the first one, or that of `?at=`, from 0. */
export function loader({ context, params, url }: Route.LoaderArgs) {
  const at = Number(url.searchParams.get("at") ?? 0);
  return onMemberPage(context, async (ctx) => {
    if (!Number.isInteger(at) || at < 0) throw new AppError("not_found", msg`There is no such photo.`);
    const { body, contentType, size } = await readEvidence(ctx, params.id, at);
    return new Response(body, {
      headers: {
        "Content-Type": contentType,
        "Content-Length": String(size),
        "Cache-Control": "private, no-store",
        // Opened as a document, a photo has an origin of its own and can load and run nothing.
        "Content-Security-Policy": "sandbox; default-src 'none'",
        "X-Content-Type-Options": "nosniff",
      },
    });
  });
}

import { readEvidence } from "~/domain/moderation/read-report";
import { onMemberPage } from "~/page-context";
import type { Route } from "./+types/moderation-photo";

/** Returns the copy of a reported photo to a moderator. */
export function loader({ context, params }: Route.LoaderArgs) {
  return onMemberPage(context, async (ctx) => {
    const { body, contentType, size } = await readEvidence(ctx, params.id);
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

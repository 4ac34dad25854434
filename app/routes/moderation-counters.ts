import { countersFile } from "~/domain/dashboard/counters-file";
import { onMemberPage } from "~/page-context";
import type { Route } from "./+types/moderation-counters";

/** Returns the counters of the dashboard to an admin as a file. */
export function loader({ context }: Route.LoaderArgs) {
  return onMemberPage(context, async (ctx) => {
    const { name, text } = await countersFile(ctx);
    return new Response(text, {
      headers: {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": `attachment; filename="${name}"`,
        "Cache-Control": "private, no-store",
      },
    });
  });
}

import { makeZip } from "client-zip";
import { exportAccount } from "~/domain/accounts/export-account";
import { onProvenPage } from "~/page-context";
import type { Route } from "./+types/export";

/** Streams the member's data as a zip, after a recent proof of identity. @throws a 429 reply over the rate limit */
export function loader({ context }: Route.LoaderArgs) {
  return onProvenPage(context, "/settings/export", async (ctx) => {
    const day = ctx.now().toISOString().slice(0, 10);
    return new Response(makeZip(await exportAccount(ctx)), {
      headers: {
        "Content-Type": "application/zip",
        "Content-Disposition": `attachment; filename="afterglow-${ctx.viewer.username}-${day}.zip"`,
      },
    });
  });
}

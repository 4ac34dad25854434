import { sql } from "drizzle-orm";
import { openDb } from "~/db/client";
import { logError } from "~/platform/log";
import type { AppContext } from "./context";

/** Handles `GET /healthz`: 200 when the primary database answers, 503 when it does not, without details. */
export async function health(c: AppContext): Promise<Response> {
  try {
    await openDb(c.env.DB.withSession("first-primary")).db.run(sql`SELECT 1`);
    return c.json({ status: "ok" });
  } catch (error) {
    logError(error, c.get("edge").call);
    return c.json({ status: "unavailable" }, 503);
  }
}

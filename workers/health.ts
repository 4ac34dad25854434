import { sql } from "drizzle-orm";
import type { AppContext } from "./context";

/** Handles `GET /healthz`: 200 when the database answers, 503 when it does not, without details. */
export async function health(c: AppContext): Promise<Response> {
  try {
    await c.get("edge").ctx.db.run(sql`SELECT 1`);
    return c.json({ status: "ok" });
  } catch (error) {
    console.error(error);
    return c.json({ status: "unavailable" }, 503);
  }
}

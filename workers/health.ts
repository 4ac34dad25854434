import { sql } from "drizzle-orm";
import type { AppContext } from "./context";

/** `GET /healthz`: 200 once the database answers, 503 when it does not. For monitors; says nothing about the inside. */
export async function health(c: AppContext): Promise<Response> {
  try {
    await c.get("edge").ctx.db.run(sql`SELECT 1`);
    return c.json({ status: "ok" });
  } catch (error) {
    console.error(error);
    return c.json({ status: "unavailable" }, 503);
  }
}

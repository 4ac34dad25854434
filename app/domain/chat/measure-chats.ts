import { sql } from "drizzle-orm";
import type { Ctx } from "../context";

/** Stores the chat databases' sizes: new conversations go to the smallest (`chatFor`). @returns 0: nothing is left */
export async function measureChats({ db, chats }: Pick<Ctx, "db" | "chats">): Promise<number> {
  for (const [number, chat] of chats.entries()) {
    // D1 reports the size with every result.
    const { meta } = await chat.run(sql`SELECT 1`);
    await db.run(sql`
      INSERT INTO chat_databases (number, bytes) VALUES (${number}, ${meta.size_after ?? 0})
      ON CONFLICT (number) DO UPDATE SET bytes = excluded.bytes WHERE bytes <> excluded.bytes`);
  }
  return 0;
}

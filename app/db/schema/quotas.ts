import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { ceilingNames } from "../../contract/quotas";
import { signUpBlockKinds } from "../../contract/sign-up-blocks";
import { createdAt, id } from "./columns";

/**
 * Counters of quotas, one row per owner and kind (docs/decisions/0042-quotas.md). A row counts the uses of one window,
 * which begins with its first use; the first use after it begins another. No foreign key, because an owner need not be
 * a member: a trigger deletes a member's counters with the member.
 */
export const quotaCounters = sqliteTable(
  "quota_counters",
  {
    /** The public id of a member, "site" for all together, or a short hash of an address without an account. */
    owner: text("owner").notNull(),
    kind: text("kind").notNull(),
    /** The start of the window, in milliseconds since 1970. */
    since: integer("since").notNull(),
    used: integer("used").notNull(),
  },
  (t) => [primaryKey({ columns: [t.owner, t.kind] })],
);

/** Uses that a moderator has switched off for everybody. */
export const switchedOff = sqliteTable("switched_off", {
  name: text("name", { enum: ceilingNames }).primaryKey(),
});

/** Sign-ups of the last hour, for the limit of their network. */
export const signUps = sqliteTable(
  "sign_ups",
  {
    id: id(),
    /** The keyed hash of the network. */
    network: text("network").notNull(),
  },
  (t) => [index("sign_ups_network").on(t.network, t.id)],
);

/** Email addresses and networks with which nobody can sign up (docs/moderation.md#blocks-of-sign-ups). */
export const signUpBlocks = sqliteTable(
  "sign_up_blocks",
  {
    kind: text("kind", { enum: signUpBlockKinds }).notNull(),
    /** As in app/contract/sign-up-blocks.ts, app/platform/network.ts; of a deleted account the address's keyed hash. */
    value: text("value").notNull(),
    /** Null for a block without an end. */
    until: text("until"),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.kind, t.value] }),
    index("sign_up_blocks_until").on(t.until).where(sql`${t.until} IS NOT NULL`),
  ],
);

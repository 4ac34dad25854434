import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { signUpModes } from "../../contract/sign-ups";
import { siteTextKinds } from "../../contract/site";

const optionalText = (name: string) => text(name).notNull().default("");

/** The settings that admins change at the desk: one row. Without it sign-ups are open; the others have defaults. */
export const siteSettings = sqliteTable("site_settings", {
  /** Always 1. */
  id: integer("id").primaryKey(),
  signUps: text("sign_ups", { enum: signUpModes }).notNull(),
  /** The operator's text on the sign-up page; plain text. */
  signUpText: text("sign_up_text").notNull(),
  /** Another one after each change of the columns below and of the texts: documents that are kept follow it. */
  version: optionalText("version"),
  name: optionalText("name"),
  /** A colour as `#rrggbb`. */
  accent: optionalText("accent"),
  /** An email address. */
  contact: optionalText("contact"),
  /** The key of a file in R2. */
  icon: optionalText("icon"),
  /** Whether nobody can write (docs/moderation.md#maintenance). */
  readOnly: integer("read_only", { mode: "boolean" }).notNull().default(false),
  /** The id of the announcement, which members dismiss, with its first and last time (ISO 8601). */
  announcement: optionalText("announcement"),
  announcementFrom: optionalText("announcement_from"),
  announcementUntil: optionalText("announcement_until"),
});

/** The operator's texts by kind and language. */
export const siteTexts = sqliteTable(
  "site_texts",
  {
    kind: text("kind", { enum: siteTextKinds }).notNull(),
    /** The code of a language of the product. */
    language: text("language").notNull(),
    content: text("content").notNull(),
    changedAt: text("changed_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.language] })],
);

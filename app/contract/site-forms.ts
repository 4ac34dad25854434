import { msg } from "@lingui/core/runtime-macro";
import { languages } from "./languages";
import { ruleText } from "./messages";
import { note } from "./moderation";
import { SITE_TEXT_MAX, type SiteTextKind, siteTextKinds } from "./site";
import { DAY_MS } from "./time";
import { cleanText } from "./visible-text";
import { z } from "./zod";

/** The longest time of an announcement. */
const ANNOUNCEMENT_DAYS_MAX = 366;

const TOO_LONG = {
  pages: ruleText(msg`The text must not be longer than ${{ max: SITE_TEXT_MAX.terms }} characters.`),
  rules: ruleText(msg`The text must not be longer than ${{ max: SITE_TEXT_MAX.rules }} characters.`),
  lines: ruleText(msg`The text must not be longer than ${{ max: SITE_TEXT_MAX.announcement }} characters.`),
};
const tooLong: Record<SiteTextKind, string> = {
  rules: TOO_LONG.rules,
  terms: TOO_LONG.pages,
  privacy: TOO_LONG.pages,
  announcement: TOO_LONG.lines,
  read_only: TOO_LONG.lines,
};

/** The form of one of the operator's texts in a language. An empty text removes it. */
export const siteTextForm = z
  .object({
    kind: z.enum(siteTextKinds),
    language: z.enum(languages.map(({ code }) => code)),
    content: z.string().overwrite(cleanText).trim().default(""),
    note,
  })
  .superRefine(({ kind, content }, context) => {
    if (content.length > SITE_TEXT_MAX[kind])
      context.addIssue({ code: "custom", message: tooLong[kind], path: ["content"] });
  });
export type SiteTextForm = z.infer<typeof siteTextForm>;

/** The form that begins and ends the maintenance mode. */
export const readOnlyForm = z.object({ action: z.enum(["on", "off"]), note });
export type ReadOnlyForm = z.infer<typeof readOnlyForm>;

const TIME = ruleText(msg`Please enter a day and a time.`);
const ENDS_LATER = ruleText(msg`The end must be after the start, and at most a year later.`);

/** A day and a time in UTC, as a field of the type `datetime-local` has them: "2026-12-01T08:00". */
const time = z
  .string({ error: TIME })
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/, { error: TIME })
  .refine((text) => !Number.isNaN(Date.parse(`${text}Z`)), { error: TIME })
  .transform((text) => new Date(`${text}Z`).toISOString());

/** The form that publishes an announcement. */
export const announcementForm = z.object({ from: time, until: time, note }).refine(
  ({ from, until }) => {
    const length = Date.parse(until) - Date.parse(from);
    return length > 0 && length <= ANNOUNCEMENT_DAYS_MAX * DAY_MS;
  },
  { error: ENDS_LATER, path: ["until"] },
);
export type AnnouncementForm = z.infer<typeof announcementForm>;

/** The form that ends it, which has the same fields. */
export const noteForm = z.object({ from: z.string().optional(), until: z.string().optional(), note });
export type NoteForm = z.infer<typeof noteForm>;

/** The form with which a member dismisses an announcement, and the page that follows. */
export const dismissalForm = z.object({ id: z.string().max(64), next: z.string().optional() });

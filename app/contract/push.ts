import { msg } from "@lingui/core/runtime-macro";
import { PUSH_ENDPOINT_MAX } from "./mail-limits";
import { ruleText } from "./messages";
import { z } from "./zod";

const KEY = ruleText(msg`This is no key of a push subscription.`);
/** The length of 65 and of 16 bytes in base64url. */
const POINT = /^[\w-]{87}=?$/;
const SECRET = /^[\w-]{22}={0,2}$/;

/** A browser's `PushSubscription` (Push API). */
export const pushInput = z.object({
  endpoint: z
    .string({ error: ruleText(msg`Please send the address of the push service.`) })
    .max(PUSH_ENDPOINT_MAX, { error: ruleText(msg`The address of the push service is too long.`) }),
  p256dh: z.string({ error: KEY }).regex(POINT, { error: KEY }),
  auth: z.string({ error: KEY }).regex(SECRET, { error: KEY }),
  /** Whether notifications on this device show the text of messages. */
  showsText: z.boolean({ error: ruleText(msg`Say whether the text is shown.`) }),
});
export type PushInput = z.infer<typeof pushInput>;

const time = z
  .string({ error: ruleText(msg`Please enter a time`) })
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: ruleText(msg`Please enter a time such as 22:00`) });

/** The hours in which nothing is pushed to the member. They may span midnight. */
export const quietHours = z
  .object({
    from: time,
    to: time,
    /** A name of the IANA time zone database. */
    timeZone: z.string({ error: ruleText(msg`Please choose a time zone`) }).refine(isTimeZone, {
      error: ruleText(msg`This time zone is not known`),
    }),
  })
  .refine(({ from, to }) => from !== to, {
    error: ruleText(msg`Please enter two different times`),
    path: ["to"],
  });
export type QuietHours = z.infer<typeof quietHours>;

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** Push notifications on the device of the session, and the member's quiet hours. */
export const pushView = z.object({
  /** The site's public key, for `pushManager.subscribe`; null where the site sends no push notifications. */
  publicKey: z.string().nullable(),
  isOn: z.boolean(),
  showsText: z.boolean(),
  quietHours: quietHours.nullable(),
});
export type PushView = z.infer<typeof pushView>;

import { Hono } from "hono";
import type { AppEnv } from "./context";

const DAY_MS = 24 * 60 * 60 * 1000;
/** RFC 9116 (2.5.5) recommends less than a year. */
const VALID_DAYS = 180;

/** Addresses under `/.well-known`, where other software looks for them (RFC 8615). */
export const wellKnown = new Hono<AppEnv>();

/** How to report a vulnerability (RFC 9116), to the mailbox of RFC 2142. Computed, so that it never expires. */
wellKnown.get("/.well-known/security.txt", (c) => {
  const { urlOf, now } = c.get("edge").ctx;
  const expires = new Date(now().getTime() + VALID_DAYS * DAY_MS).toISOString();
  return c.text(
    [
      `Contact: mailto:security@${new URL(urlOf("/")).hostname}`,
      `Expires: ${expires}`,
      "Preferred-Languages: en",
      `Canonical: ${urlOf("/.well-known/security.txt")}`,
      "",
    ].join("\n"),
  );
});

/** Where password managers send a member to change the password (W3C, "A Well-Known URL for Changing Passwords"). */
wellKnown.get("/.well-known/change-password", (c) => c.redirect("/settings/password"));

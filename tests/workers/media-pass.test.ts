import { describe, expect, test } from "vitest";
import { readCookies } from "~/platform/cookies";
import {
  issuePass,
  passCookie,
  passNeedsRenewal,
  readPass,
  verifyPass,
} from "../../workers/middleware/media-pass";

const SECRET = "a secret of at least thirty-two characters";
const MINUTE = 60_000;
const start = new Date("2026-03-01T12:00:00.000Z");
const later = (ms: number) => new Date(start.getTime() + ms);

describe("a media pass", () => {
  test("is valid for fifteen minutes and for its own session", () => {
    const pass = issuePass(SECRET, "session-1", start);
    expect(verifyPass(SECRET, pass, "session-1", start)).toBe(true);
    expect(verifyPass(SECRET, pass, "session-1", later(15 * MINUTE - 1))).toBe(true);
    expect(verifyPass(SECRET, pass, "session-1", later(15 * MINUTE))).toBe(false);
    expect(verifyPass(SECRET, pass, "session-2", start)).toBe(false);
  });

  test("cannot be forged or extended without the key", () => {
    const pass = issuePass(SECRET, "session-1", start);
    const [expiry = "", mac = ""] = pass.split(".");
    const later = String(Number(expiry) + MINUTE);
    const forged = [
      `${later}.${mac}`,
      `0${expiry}.${mac}`,
      `${expiry}.${mac.slice(0, -2)}AA`,
      `${expiry}.${"A".repeat(43)}`,
      `${expiry}.`,
      `.${mac}`,
      `${expiry}.${mac}.x`,
      `${"9".repeat(400)}.${mac}`,
      "",
      issuePass("another secret of thirty-two characters.", "session-1", start),
    ];
    for (const value of forged) expect(verifyPass(SECRET, value, "session-1", start), value).toBe(false);
  });

  test("contains no member's id", () => {
    expect(issuePass(SECRET, "session-1", start)).not.toContain("session-1");
  });

  test("is renewed past half of its lifetime, and when missing, forged or another session's", () => {
    const pass = issuePass(SECRET, "session-1", start);
    const renewal = (value: string | null, session: string, now: Date) =>
      passNeedsRenewal(SECRET, value, session, now);
    expect(renewal(pass, "session-1", start)).toBe(false);
    expect(renewal(pass, "session-1", later(7 * MINUTE))).toBe(false);
    expect(renewal(pass, "session-1", later(8 * MINUTE))).toBe(true);
    expect(renewal(pass, "session-1", later(60 * MINUTE))).toBe(true);
    expect(renewal(pass, "session-2", start)).toBe(true);
    expect(renewal(`${pass}x`, "session-1", start)).toBe(true);
    expect(renewal(null, "session-1", start)).toBe(true);
  });

  test("is sent in an HttpOnly cookie of this host", () => {
    const secure = passCookie("1.a", true);
    expect(secure).toBe("__Host-afterglow-media=1.a; Max-Age=900; Path=/; HttpOnly; Secure; SameSite=Lax");
    expect(passCookie("1.a", false)).toBe("afterglow-media=1.a; Max-Age=900; Path=/; HttpOnly; SameSite=Lax");
    const request = new Request("https://x.test", { headers: { Cookie: "a=b; __Host-afterglow-media=1.a" } });
    expect(readPass(readCookies(request), true)).toBe("1.a");
    expect(readPass(readCookies(request), false)).toBeNull();
  });
});

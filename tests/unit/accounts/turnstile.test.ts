import { expect, test, vi } from "vitest";
import { turnstile } from "~/platform/turnstile";

/** Returns the check with a fake of the verification service. */
function checkAt(reply: Response | Error) {
  const post = vi.fn<typeof fetch>(async () => {
    if (reply instanceof Error) throw reply;
    return reply;
  });
  return { post, check: turnstile({ siteKey: "0x4AAA", secret: "the secret" }, post) };
}

test("a token is verified on the server, without the person's address", async () => {
  const { post, check } = checkAt(Response.json({ success: true, action: "sign-up", hostname: "a.example" }));
  expect(check.siteKey).toBe("0x4AAA");
  expect(await check.isHuman("a token", "sign-up")).toBe(true);
  const [url, init] = post.mock.calls[0] ?? [];
  expect(url).toBe("https://challenges.cloudflare.com/turnstile/v0/siteverify");
  expect(init).toMatchObject({ method: "POST", redirect: "manual" });
  expect(JSON.parse(String(init?.body))).toEqual({ secret: "the secret", response: "a token" });
});

test.each([
  ["that was used before", { success: false, "error-codes": ["timeout-or-duplicate"] }],
  ["of another form", { success: true, action: "log-in" }],
  ["without a form", { success: true }],
])("a token %s is refused", async (_, reply) => {
  expect(await checkAt(Response.json(reply)).check.isHuman("a token", "sign-up")).toBe(false);
});

test.each([
  ["fails", new Error("unreachable"), "unreachable"],
  ["returns an error", Response.json({ message: "down" }, { status: 503 }), "Turnstile returned 503."],
])("throws when the service %s", async (_, reply, message) => {
  await expect(checkAt(reply).check.isHuman("a token", "sign-up")).rejects.toThrow(message);
});

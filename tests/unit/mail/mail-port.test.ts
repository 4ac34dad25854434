import { describe, expect, test, vi } from "vitest";
import { bindingMail, httpMail, terminalMail } from "~/platform/mail";

const api = { url: "https://mail.example/send", key: "a key", from: "Afterglow <hello@example.com>" };
const letter = { subject: "News", text: "Hello", html: "<p>Hello</p>" };

function portWith(status = 200) {
  const post = vi.fn(async (_url: unknown, _init?: RequestInit) => new Response("{}", { status }));
  const bodies = () => post.mock.calls.map(([, init]) => JSON.parse(String(init?.body)));
  return { port: httpMail(api, post), post, bodies };
}

test("the API gets text, HTML and headers", async () => {
  const { port, bodies } = portWith();
  const headers = { "List-Unsubscribe": "<https://photos.example.com/unsubscribe?token=one>" };
  await port.send("ada@example.com", letter);
  await port.send("ada@example.com", { ...letter, headers });
  const mail = { from: api.from, to: "ada@example.com", ...letter };
  expect(bodies()).toEqual([mail, { ...mail, headers }]);
});

test.each([
  ["the address", "ada@example.com\nBcc: eve@example.com", letter],
  ["the subject", "ada@example.com", { ...letter, subject: "News\r\nBcc: eve@example.com" }],
  [
    "a header",
    "ada@example.com",
    { ...letter, headers: { "List-Unsubscribe": "<a>\nBcc: eve@example.com" } },
  ],
  ["a header's name", "ada@example.com", { ...letter, headers: { "X\nBcc": "eve@example.com" } }],
])("a line break in %s sends nothing", async (_, to, mail) => {
  const { port, post } = portWith();
  await expect(port.send(to, mail)).rejects.toThrow("control character");
  expect(post).not.toHaveBeenCalled();
});

test("a refusal is an error without the address and the text", async () => {
  const { port } = portWith(503);
  await expect(port.send("ada@example.com", letter)).rejects.toThrow(/^The mail service returned 503\.$/);
});

test.each([
  [401, "settings"],
  [422, "settings"],
  [408, "service"],
  [429, "service"],
  [500, "service"],
])("a refusal with %i is a fault of the %s", async (status, fault) => {
  const { port } = portWith(status);
  await expect(port.send("ada@example.com", letter)).rejects.toMatchObject({ code: String(status), fault });
});

test("a redirect is an error, and is not followed: the key is for the configured address", async () => {
  const { port, post } = portWith(307);
  await expect(port.send("ada@example.com", letter)).rejects.toThrow("The mail service returned 307.");
  expect(post.mock.calls[0]?.[1]?.redirect).toBe("manual");
});

test("a local run prints the text alone", async () => {
  const print = vi.fn();
  await terminalMail(print).send("ada@example.com", letter);
  expect(print).toHaveBeenCalledWith("\n✉ To: ada@example.com\n  Subject: News\n\nHello\n");
});

describe("the binding of Cloudflare's Email Service", () => {
  const refusing = (error: Error) => bindingMail({ send: () => Promise.reject(error) }, api.from);

  test("gets the sender's name and address, text, HTML and headers", async () => {
    const send = vi.fn(async () => ({ messageId: "<one@example.com>" }));
    const headers = { "List-Unsubscribe": "<https://photos.example.com/unsubscribe?token=one>" };
    await bindingMail({ send }, api.from).send("ada@example.com", { ...letter, headers });
    await bindingMail({ send }, "hello@example.com").send("ada@example.com", letter);
    const from = { name: "Afterglow", email: "hello@example.com" };
    expect(send.mock.calls).toEqual([
      [{ from, to: "ada@example.com", ...letter, headers }],
      [{ from: "hello@example.com", to: "ada@example.com", ...letter }],
    ]);
  });

  test("sends nothing with a line break in a header", async () => {
    const send = vi.fn();
    const subject = "News\r\nBcc: eve@example.com";
    const sent = bindingMail({ send }, api.from).send("ada@example.com", { ...letter, subject });
    await expect(sent).rejects.toThrow("control character");
    expect(send).not.toHaveBeenCalled();
  });

  test.each([
    ["E_RECIPIENT_SUPPRESSED", "recipient"],
    ["E_SENDER_NOT_VERIFIED", "settings"],
    ["E_DAILY_LIMIT_EXCEEDED", "service"],
  ])("a refusal with %s is a fault of the %s", async (code, fault) => {
    const error = Object.assign(new Error("no mail to ada@example.com"), { code });
    const sent = refusing(error).send("ada@example.com", letter);
    await expect(sent).rejects.toMatchObject({ message: `The mail service returned ${code}.`, code, fault });
  });

  test("an error without a known form of code says nothing of the recipient", async () => {
    const error = Object.assign(new Error("no mail to ada@example.com"), { code: "ada@example.com" });
    const sent = refusing(error).send("ada@example.com", letter);
    await expect(sent).rejects.toMatchObject({
      message: "The mail service returned an error without a code.",
      fault: "service",
    });
  });
});

import { expect, test, vi } from "vitest";
import { httpMail, terminalMail } from "~/platform/mail";

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
  await expect(port.send("ada@example.com", letter)).rejects.toThrow(/^The mail API returned 503\.$/);
});

test("a redirect is an error, and is not followed: the key is for the configured address", async () => {
  const { port, post } = portWith(307);
  await expect(port.send("ada@example.com", letter)).rejects.toThrow("The mail API returned 307.");
  expect(post.mock.calls[0]?.[1]?.redirect).toBe("manual");
});

test("a local run prints the text alone", async () => {
  const print = vi.fn();
  await terminalMail(print).send("ada@example.com", letter);
  expect(print).toHaveBeenCalledWith("\n✉ To: ada@example.com\n  Subject: News\n\nHello\n");
});

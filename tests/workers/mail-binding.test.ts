import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { bindingMail } from "~/platform/mail";

const letter = {
  subject: "Grüße",
  text: "Hello",
  html: "<p>Hello</p>",
  headers: {
    "List-Unsubscribe": "<https://photos.example.com/unsubscribe?token=one>",
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  },
};

test("the runtime's binding takes a mail with text, HTML, headers and a sender with a name", async () => {
  for (const from of ["Afterglow <hello@afterglow.test>", "hello@afterglow.test"])
    await expect(bindingMail(env.REAL_EMAIL, from).send("ada@example.com", letter)).resolves.toBeUndefined();
});

test("a sender that the binding does not allow is an error without the addresses", async () => {
  const { send } = bindingMail(env.REAL_EMAIL, "Eve <eve@example.com>");
  await expect(send("ada@example.com", letter)).rejects.toThrow(
    /^The mail service returned an error without a code\.$/,
  );
});

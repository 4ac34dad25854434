import naughty from "big-list-of-naughty-strings";
import { expect, it } from "vitest";
import { linkedPostIn, mayLinkPost } from "~/features/chat/linked-post";

const ORIGIN = "https://afterglow.example";
const ID = "019ab3c0-1234-7000-8000-0123456789ab";
const OTHER = "019ab3c0-1234-7000-8000-0123456789ac";
const linked = (text: string) => linkedPostIn(text, ORIGIN);

it.each([
  `${ORIGIN}/post/${ID}`,
  `Look: ${ORIGIN}/post/${ID}.`,
  `(${ORIGIN}/post/${ID}/)`,
  `${ORIGIN}/post/${ID}?comment=7#top`,
  `HTTPS://Afterglow.example/post/${ID}`.replace("HTTPS", "https"),
  `https://example.com ${ORIGIN}/post/ ${ORIGIN}/post/${ID} ${ORIGIN}/post/${OTHER}`,
])("finds the first post of this site in %j", (text) => {
  expect(mayLinkPost(text)).toBe(true);
  expect(linked(text)).toBe(ID);
});

it.each([
  "",
  "no address",
  `/post/${ID}`,
  `afterglow.example/post/${ID}`,
  `http://afterglow.example/post/${ID}`,
  `https://afterglow.example:8443/post/${ID}`,
  `https://afterglow.example.evil.com/post/${ID}`,
  `https://afterglow.example@evil.com/post/${ID}`,
  `https://evil.com/?${ORIGIN}/post/${ID}`,
  `${ORIGIN}/post/${ID}/likes`,
  `${ORIGIN}/post/%2e%2e/${ID}`,
  `${ORIGIN}/post/<script>`,
  `${ORIGIN}/profile/post/${ID}`,
])("finds none in %j", (text) => {
  expect(linked(text)).toBeNull();
});

it("finds none in naughty strings, nor behind them", () => {
  for (const text of naughty) expect(linked(`${text} ${ORIGIN}/post/${text}`)).toBeNull();
});

import { RouterContextProvider } from "react-router";
import { describe, expect, it } from "vitest";
import { inEnglish } from "~/contract/messages";
import { PHOTO_OR_PHOTOS, PHOTO_REPEATED } from "~/contract/post-texts";
import { postForm } from "~/contract/posts";
import { IMAGE_MISSING, PHOTOS_TOO_MANY } from "~/contract/texts";
import { formAction } from "~/form-action";
import { type PageContext, pageContext } from "~/page-context";
import { english } from "../factories/english";

function posted(fields: Record<string, string | File>): Request {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  return new Request("https://afterglow.test/post", { method: "POST", body });
}

const context = new RouterContextProvider();
// The other parts are not used.
context.set(pageContext, { texts: { i18n: english, files: {} } } as unknown as PageContext);

const echo = { schema: postForm, run: async (value: object) => Response.json(value) };

it("counts a line break as one character, though browsers send CRLF", async () => {
  // Half of the characters are line breaks; the length is the maximum of a caption.
  const caption = "x\n".repeat(1100);
  const sent = posted({ caption });
  expect(await sent.clone().text()).toContain("x\r\nx");
  const reply = await formAction(context, sent, echo);
  expect(reply).toBeInstanceOf(Response);
  expect(await (reply as Response).json()).toEqual({ caption });
});

it("passes files on unchanged", async () => {
  const bytes = "one\r\ntwo";
  let received: File | undefined;
  const run = async ({ file }: { file?: File }) => {
    received = file;
    return new Response();
  };
  await formAction(context, posted({ file: new File([bytes], "a.jpg", { type: "image/jpeg" }) }), {
    schema: postForm,
    run,
  });
  expect(received).toMatchObject({ name: "a.jpg", type: "image/jpeg" });
  expect(await received?.text()).toBe(bytes);
});

it("returns 422 with the submitted values for a text that is too long", async () => {
  const caption = "x\n".repeat(1101);
  expect(await formAction(context, posted({ caption }), echo)).toMatchObject({
    data: {
      result: {
        initialValue: { caption },
        error: { caption: ["Caption must not be longer than 2200 characters."] },
      },
    },
    init: { status: 422 },
  });
});

describe("several photos in a form", () => {
  const urls = [`/media/${"a".repeat(36)}`, `/media/${"b".repeat(36)}`];
  const photos = JSON.stringify(
    urls.map((mediaUrl, at) => ({ mediaUrl, altText: at === 0 ? "A gull" : "" })),
  );

  it("are JSON", async () => {
    const reply = await formAction(context, posted({ photos, caption: "A walk" }), echo);
    expect(await (reply as Response).json()).toEqual({
      caption: "A walk",
      photos: [
        { mediaUrl: urls[0], altText: "A gull" },
        { mediaUrl: urls[1], altText: "" },
      ],
    });
  });

  it.each([
    ["no JSON", { photos: "[" }, inEnglish(IMAGE_MISSING)],
    ["no photo", { photos: "[]" }, inEnglish(IMAGE_MISSING)],
    [
      "eleven photos",
      { photos: JSON.stringify(Array(11).fill({ mediaUrl: urls[0] })) },
      inEnglish(PHOTOS_TOO_MANY),
    ],
    [
      "one photo twice",
      { photos: JSON.stringify(Array(2).fill({ mediaUrl: urls[0] })) },
      inEnglish(PHOTO_REPEATED),
    ],
    ["a photo beside them", { photos, mediaUrl: urls[0] ?? "" }, inEnglish(PHOTO_OR_PHOTOS)],
  ])("with %s are refused", async (_, fields, message) => {
    expect(await formAction(context, posted(fields), echo)).toMatchObject({
      data: { result: { error: { photos: expect.arrayContaining([message]) } } },
      init: { status: 422 },
    });
  });
});

it.each([
  ["application/json", "{}"],
  ["text/plain", "caption=x"],
  ["multipart/form-data; boundary=x", "no parts"],
])("returns 400 for a body of %s that is not a form", async (type, body) => {
  const headers = { "Content-Type": type };
  const request = new Request("https://afterglow.test/post", { method: "POST", body, headers });
  await expect(formAction(context, request, echo)).rejects.toMatchObject({ init: { status: 400 } });
});

import type { MessageDescriptor } from "@lingui/core";
import { beforeEach, expect, test, vi } from "vitest";
import { bodyOf } from "~/contract/errors";
import { FILE_REMOVED, IMAGE_UNREADABLE } from "~/contract/texts";
import { ApiError } from "~/features/api/client";
import { sendReadable } from "~/features/photo/send-readable";

const redrawFile = vi.fn(async (_: Blob) => new Blob(["redrawn"]));
vi.mock("~/features/photo/redraw-file.client", () => ({ redrawFile: (file: Blob) => redrawFile(file) }));
beforeEach(() => void redrawFile.mockClear());

const file = new Blob(["chosen"]);
const refusal = (text: MessageDescriptor) => new ApiError(415, JSON.stringify(bodyOf(text)));

/** Returns a call that refuses the chosen file, and the files that it was called with. */
function refusing(text: MessageDescriptor) {
  const sent: string[] = [];
  const send = async (image: Blob) => {
    sent.push(await image.text());
    if (image === file) throw refusal(text);
    return "stored";
  };
  return { sent, send };
}

test("sends a file that the server cannot read again, as the browser shows it", async () => {
  const { sent, send } = refusing(IMAGE_UNREADABLE);
  expect(await sendReadable(file, send)).toBe("stored");
  expect(sent).toEqual(["chosen", "redrawn"]);
});

test("throws the first refusal when the browser cannot read the file either", async () => {
  const { sent, send } = refusing(IMAGE_UNREADABLE);
  redrawFile.mockRejectedValueOnce(new Error("unreadable"));
  await expect(sendReadable(file, send)).rejects.toEqual(refusal(IMAGE_UNREADABLE));
  expect(sent).toEqual(["chosen"]);
});

test("does not disguise a photo that moderators removed", async () => {
  const { sent, send } = refusing(FILE_REMOVED);
  await expect(sendReadable(file, send)).rejects.toEqual(refusal(FILE_REMOVED));
  expect(sent).toEqual(["chosen"]);
  expect(redrawFile).not.toHaveBeenCalled();
});

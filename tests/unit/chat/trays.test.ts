import { afterAll, beforeEach, expect, it, vi } from "vitest";
import { ATTACHMENT_MAX_BYTES, PICTURES_MAX } from "~/contract/limits";
import { addToTray } from "~/features/chat/add-to-tray.client";
import { rejectFromTray, removeFromTray } from "~/features/chat/remove-from-tray";
import { $trays, changeItem, trayKey, trayOf } from "~/features/chat/trays";
import { changeDraft } from "~/features/session/drafts";
import { $toast } from "~/ui/toast-store";
import { heic } from "../../factories/heic";
import { flat } from "../../factories/photos";

const KEY = trayKey("mara", "noa");
const picture = (name: string) => new File(["x"], name, { type: "image/jpeg" });
const pictures = (count: number) => Array.from({ length: count }, (_, at) => picture(`${at}.jpg`));
const text = (name: string, size = 1) => new File(["x".repeat(size)], name, { type: "text/plain" });
const names = () => trayOf(KEY).items.map(({ name }) => name);
const toastText = () => $toast.get()?.text;

// The browser asks before it closes a page with a tray.
vi.stubGlobal("window", new EventTarget());
afterAll(() => void vi.unstubAllGlobals());

beforeEach(() => {
  $trays.set({});
  $toast.set(null);
});

it("takes pictures in order, up to ten, and says how many were left out", async () => {
  await addToTray(KEY, pictures(4));
  await addToTray(KEY, pictures(6));
  expect(names()).toEqual(["0.jpg", "1.jpg", "2.jpg", "3.jpg", ...pictures(6).map(({ name }) => name)]);
  expect(toastText()).toBeUndefined();
  await addToTray(KEY, [picture("late.jpg")]);
  expect(toastText()).toBe("You can send at most 10 pictures at once. One was left out.");
  await addToTray(KEY, pictures(3));
  expect(toastText()).toBe("You can send at most 10 pictures at once. 3 were left out.");
  expect(names()).toHaveLength(PICTURES_MAX);
});

it("takes another file by itself only", async () => {
  await addToTray(KEY, [picture("a.jpg"), text("notes.txt")]);
  expect(names()).toEqual(["a.jpg"]);
  expect(toastText()).toBe("notes.txt is not a picture. Please send it by itself.");
  removeFromTray("mara", "noa", trayOf(KEY).items[0]?.id ?? "");
  await addToTray(KEY, [text("notes.txt")]);
  expect(trayOf(KEY).items).toMatchObject([{ name: "notes.txt", isPicture: false, isReady: true }]);
  await addToTray(KEY, [picture("a.jpg")]);
  expect(toastText()).toBe("Please send or remove notes.txt first.");
  expect(names()).toEqual(["notes.txt"]);
});

it("refuses a file that is too large, and takes a large picture, which is scaled later", async () => {
  await addToTray(KEY, [text("big.txt", ATTACHMENT_MAX_BYTES + 1)]);
  expect(names()).toEqual([]);
  expect(toastText()).toBe("Please select a file smaller than 5MB");
  await addToTray(KEY, [new File(["x".repeat(ATTACHMENT_MAX_BYTES + 1)], "big.jpg", { type: "image/jpeg" })]);
  expect(trayOf(KEY).items).toMatchObject([{ name: "big.jpg", isReady: false }]);
});

it("keeps the tray of each conversation, and changes nothing of a removed picture", async () => {
  await addToTray(KEY, pictures(2));
  await addToTray(trayKey("mara", "lea"), [picture("lea.jpg")]);
  const [first] = trayOf(KEY).items;
  removeFromTray("mara", "noa", first?.id ?? "");
  changeItem(KEY, first?.id ?? "", { caption: "late" });
  expect(trayOf(KEY).items).toMatchObject([{ name: "1.jpg", caption: "" }]);
  expect(trayOf(trayKey("mara", "lea")).items).toHaveLength(1);
});

it.each([
  ["has no other text", "", removeFromTray, "secret"],
  ["has the caption of the removed one", "sea", removeFromTray, "secret"],
  ["has text, and the first could not be read", "sea", rejectFromTray, "sea\nsecret"],
])(
  "moves the caption of the next picture to the message box, which %s",
  async (_, text, remove, expected) => {
    changeDraft("mara", "noa", () => text);
    await addToTray(KEY, pictures(2));
    const [first, second] = trayOf(KEY).items;
    changeItem(KEY, second?.id ?? "", { caption: "secret" });
    remove("mara", "noa", first?.id ?? "");
    changeDraft("mara", "noa", (draft) => {
      expect(draft).toBe(expected);
      return "";
    });
    expect(trayOf(KEY).items).toMatchObject([{ name: "1.jpg", caption: "" }]);
  },
);

it("keeps the text of the message box when the next picture has no caption, or another picture is removed", async () => {
  changeDraft("mara", "noa", () => "sea");
  await addToTray(KEY, pictures(3));
  const [first, second, third] = trayOf(KEY).items;
  changeItem(KEY, third?.id ?? "", { caption: "dunes" });
  removeFromTray("mara", "noa", first?.id ?? "");
  changeDraft("mara", "noa", (draft) => {
    expect(draft).toBe("sea");
    return draft;
  });
  removeFromTray("mara", "noa", third?.id ?? "");
  changeDraft("mara", "noa", (draft) => {
    expect(draft).toBe("sea");
    return "";
  });
  expect(trayOf(KEY).items.map(({ id }) => id)).toEqual([second?.id]);
});

it("takes a picture by its bytes, whatever its name and type", async () => {
  const bytes = (content: Buffer, name: string, type = "") =>
    new File([new Uint8Array(content)], name, { type });
  vi.stubGlobal("createImageBitmap", async (file: Blob) => {
    if (!(await file.text()).startsWith("BM")) throw new DOMException("no image", "InvalidStateError");
    return { close: () => undefined };
  });
  const [jpeg, avif] = [await flat("jpeg", [1, 2, 3]), await flat("avif", [1, 2, 3])];
  await addToTray(KEY, [
    bytes(heic(), "IMG_1"),
    bytes(heic(), "IMG_2.txt", "text/plain"),
    bytes(jpeg, "IMG_3", "application/octet-stream"),
    bytes(Buffer.from("BM, which browsers decode"), "IMG_4"),
    bytes(avif, "IMG_5", "image/avif"),
    bytes(Buffer.from("BM"), "IMG_6", "application/octet-stream"),
  ]);
  expect(names()).toEqual(["IMG_1", "IMG_2.txt", "IMG_3", "IMG_4", "IMG_5", "IMG_6"]);
  expect(trayOf(KEY).items.every(({ isPicture }) => isPicture)).toBe(true);
  $trays.set({});
  await addToTray(KEY, [bytes(Buffer.from("%PDF-1.7"), "paper")]);
  expect(trayOf(KEY).items).toMatchObject([{ name: "paper", isPicture: false }]);
});

it("does nothing without files", async () => {
  await addToTray(KEY, []);
  expect($trays.get()).toEqual({});
});

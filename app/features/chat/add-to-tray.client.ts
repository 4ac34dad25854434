import { plural, t } from "@lingui/core/macro";
import { newId } from "~/contract/ids";
import { photoType } from "~/contract/inspect-photo";
import { ATTACHMENT_MAX_BYTES, PICTURES_MAX, POST_IMAGE_MAX_BYTES } from "~/contract/limits";
import { ATTACHMENT_TOO_LARGE } from "~/contract/message-texts";
import { askBeforeClosing } from "~/ui/ask-before-closing";
import { showToast } from "~/ui/toast-store";
import { markUnsaved } from "~/ui/unsaved-work";
import { $trays, changeTray, type TrayItem, trayOf } from "./trays";

let ends: (() => void)[] = [];
// The files are lost with the page, also those of a conversation that is not open.
$trays.subscribe((trays) => {
  for (const end of ends) end();
  ends = Object.values(trays).some(Boolean) ? [askBeforeClosing(), markUnsaved()] : [];
});

/** A chosen file. */
interface Chosen {
  file: File;
  isPicture: boolean;
}

/** Adds files to a tray, in order. Those that it does not take are named in a toast. */
export async function addToTray(key: string, files: readonly File[]): Promise<void> {
  const chosen = await Promise.all(files.map(async (file) => ({ file, isPicture: await isPicture(file) })));
  const { items } = trayOf(key);
  const waiting = items.find(({ isPicture }) => !isPicture);
  const [only] = chosen;
  if (!only) return;
  if (waiting) {
    const { name } = waiting;
    refuse(t`One file at a time`, t`Please send or remove ${name} first.`);
  } else if (chosen.length > 1 || items.length > 0 || only.isPicture) addPictures(key, chosen);
  else if (only.file.size > ATTACHMENT_MAX_BYTES) refuse(t`File too large`, t(ATTACHMENT_TOO_LARGE));
  else changeTray(key, { items: [itemOf(only)] });
}

function addPictures(key: string, chosen: readonly Chosen[]): void {
  const { items } = trayOf(key);
  const other = chosen.find(({ isPicture }) => !isPicture);
  if (other) {
    const { name } = other.file;
    refuse(t`Not a picture`, t`${name} is not a picture. Please send it by itself.`);
  }
  const pictures = chosen.filter(({ isPicture }) => isPicture);
  const taken = pictures.slice(0, PICTURES_MAX - items.length);
  const left = pictures.length - taken.length;
  if (left > 0) {
    const max = PICTURES_MAX;
    const text = plural(left, {
      one: `You can send at most ${max} pictures at once. One was left out.`,
      other: `You can send at most ${max} pictures at once. # were left out.`,
    });
    refuse(t`Too many pictures`, text);
  }
  changeTray(key, { items: [...items, ...taken.map(itemOf)] });
}

/** The bytes at the start of a file that show its type. */
const HEAD_BYTES = 512;

/** The types of a file of which the system knows none. */
const UNKNOWN_TYPES = ["", "application/octet-stream"];

/** Returns whether a file is a picture by type, first bytes or, if the system knows no type, a trial decode. */
async function isPicture(file: File): Promise<boolean> {
  if (file.type.startsWith("image/")) return true;
  // A file that was moved since it was chosen cannot be read.
  const head = await file
    .slice(0, HEAD_BYTES)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0));
  if (photoType(new DataView(head))) return true;
  if (!UNKNOWN_TYPES.includes(file.type) || file.size > POST_IMAGE_MAX_BYTES) return false;
  const bitmap = await createImageBitmap(file).catch(() => null);
  bitmap?.close();
  return bitmap !== null;
}

function itemOf({ file, isPicture }: Chosen): TrayItem {
  return { id: newId(), name: file.name, file, isPicture, isReady: !isPicture, caption: "" };
}

function refuse(title: string, text: string): void {
  showToast({ kind: "danger", title, text });
}

import { newId } from "~/contract/ids";
import { ATTACHMENT_MAX_BYTES, PICTURES_MAX } from "~/contract/limits";
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

/** Adds files to a tray, in order. Those that it does not take are named in a toast. */
export function addToTray(key: string, files: readonly File[]): void {
  const { items } = trayOf(key);
  const waiting = items.find(({ isPicture }) => !isPicture);
  const [only] = files;
  if (!only) return;
  if (waiting) refuse("One file at a time", `Please send or remove ${waiting.name} first.`);
  else if (files.length > 1 || items.length > 0 || isImage(only)) addPictures(key, files);
  else if (only.size > ATTACHMENT_MAX_BYTES) refuse("File too large", ATTACHMENT_TOO_LARGE);
  else changeTray(key, { items: [itemOf(only)] });
}

function addPictures(key: string, files: readonly File[]): void {
  const { items } = trayOf(key);
  const other = files.find((file) => !isImage(file));
  if (other) refuse("Not a picture", `${other.name} is not a picture. Please send it by itself.`);
  const pictures = files.filter(isImage);
  const taken = pictures.slice(0, PICTURES_MAX - items.length);
  const left = pictures.length - taken.length;
  if (left > 0) {
    const rest = left === 1 ? "One was left out." : `${left} were left out.`;
    refuse("Too many pictures", `You can send at most ${PICTURES_MAX} pictures at once. ${rest}`);
  }
  changeTray(key, { items: [...items, ...taken.map(itemOf)] });
}

/** Windows knows no type for HEIC. */
const isImage = ({ type, name }: File): boolean => type.startsWith("image/") || /\.hei[cf]$/i.test(name);

function itemOf(file: File): TrayItem {
  const isPicture = isImage(file);
  return { id: newId(), name: file.name, file, isPicture, isReady: !isPicture, caption: "" };
}

function refuse(title: string, text: string): void {
  showToast({ kind: "danger", title, text });
}

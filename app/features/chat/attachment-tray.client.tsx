import { FileText, X } from "lucide-react";
import { useEffect } from "react";
import { ATTACHMENT_MAX_BYTES, POST_IMAGE_MAX_BYTES } from "~/contract/limits";
import { mediaVariants } from "~/contract/media-address";
import { ATTACHMENT_TOO_LARGE } from "~/contract/message-texts";
import { type ImageProblem, PhotoError, preparePhoto } from "~/features/photo/load-photo";
import { classNames } from "~/ui/class-names";
import { IconButton } from "~/ui/icon-button";
import { showToast } from "~/ui/toast-store";
import { removeFromTray } from "./remove-from-tray";
import { $trays, changeItem, changeTray, type TrayItem, trayOf, useTray } from "./trays";
import { useObjectUrl } from "./use-object-url";

/** The files above the message box. A default export, because `lazy` needs one. */
export default function AttachmentTray({
  trayKey,
  onFocus,
}: {
  trayKey: string;
  /** A picture was selected or removed; the caller moves the focus to the caption. */
  onFocus: () => void;
}) {
  const { items, selected } = useTray(trayKey);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for each picture that was added.
  useEffect(() => void prepare(trayKey), [trayKey, items.length]);
  const count = items.length;
  const current = items[selected];
  if (!current) return null;
  const isSeries = count > 1;
  return (
    <div className="mb-2 rounded-control bg-wash p-2">
      <ul className="flex gap-2 overflow-x-auto p-1">
        {items.map((item, index) => {
          const isSelected = isSeries && index === selected;
          const thumb = <Thumb item={item} trayKey={trayKey} />;
          return (
            <li key={item.id} className="relative shrink-0">
              {isSeries ? (
                <button
                  type="button"
                  aria-pressed={isSelected}
                  aria-label={`Caption of picture ${index + 1} of ${count}: ${item.caption || item.name}`}
                  onClick={() => {
                    changeTray(trayKey, { selectedId: item.id });
                    onFocus();
                  }}
                  className={classNames(
                    "block rounded-control",
                    isSelected && "outline-2 outline-ink outline-offset-2",
                  )}
                >
                  {thumb}
                </button>
              ) : (
                thumb
              )}
              <IconButton
                label={isSeries ? `Remove picture ${index + 1}` : "Remove attachment"}
                icon={
                  <span className="grid size-7 place-items-center rounded-full bg-surface">
                    <X aria-hidden className="size-4" />
                  </span>
                }
                onClick={() => {
                  removeFromTray(trayKey, item.id, false);
                  onFocus();
                }}
                className="end-0 top-0 absolute!"
              />
            </li>
          );
        })}
      </ul>
      <p role="status" className="truncate px-1 text-muted text-sm">
        {isSeries && `Picture ${selected + 1} of ${count} · `}
        {current.isReady ? <bdi>{current.name}</bdi> : "Preparing…"}
      </p>
    </div>
  );
}

function Thumb({ item: { id, file, isPicture, isReady }, trayKey }: { item: TrayItem; trayKey: string }) {
  const url = useObjectUrl(isPicture ? file : null);
  const look = "grid size-24 place-items-center rounded-control bg-line";
  if (!isPicture) {
    return (
      <span className={look}>
        <FileText aria-hidden className="size-6" />
      </span>
    );
  }
  return url ? (
    <img
      src={url}
      alt=""
      onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
        changeItem(trayKey, id, { width, height })
      }
      className={classNames(look, "object-cover", !isReady && "opacity-50")}
    />
  ) : (
    <span className={look} />
  );
}

/** The trays whose pictures are being prepared. */
const running = new Set<string>();

/** Checks the pictures of a tray and scales large ones, one after another, because ten decoded photos take half a gigabyte. */
async function prepare(key: string): Promise<void> {
  if (running.has(key)) return;
  running.add(key);
  const next = () => trayOf(key).items.find(({ isReady }) => !isReady);
  for (let item = next(); item; item = next()) {
    const { id, name } = item;
    try {
      changeItem(key, id, { file: await preparedFile(item), isReady: true });
    } catch (error) {
      const problem = error instanceof PhotoError ? error.problem : UNKNOWN;
      removeFromTray(key, id, true);
      showToast({ kind: "danger", title: problem.title, text: `${name}: ${problem.text}` });
    }
  }
  running.delete(key);
}

const UNKNOWN: ImageProblem = { title: "Image error", text: "An error occurred" };

/**
 * Returns the picture to send. A HEIC photo that the browser cannot decode is sent as it is: the server can.
 * @throws PhotoError for a file that is no image, or that cannot be made small enough
 */
async function preparedFile({ file, name }: TrayItem): Promise<Blob> {
  if (file.size > POST_IMAGE_MAX_BYTES) {
    throw new PhotoError({ title: "File too large", text: ATTACHMENT_TOO_LARGE });
  }
  const chosen = new File([file], name, { type: file.type });
  try {
    return await preparePhoto(chosen, mediaVariants.full, ATTACHMENT_MAX_BYTES);
  } catch (error) {
    if (/^image\/hei[cf]$/.test(file.type) && file.size <= ATTACHMENT_MAX_BYTES) return file;
    throw error;
  }
}

/** Asks before the tab closes with files that are not sent. */
const confirmUnload = (event: BeforeUnloadEvent) => event.preventDefault();
$trays.subscribe((trays) => {
  if (Object.values(trays).some(Boolean)) window.addEventListener("beforeunload", confirmUnload);
  else window.removeEventListener("beforeunload", confirmUnload);
});

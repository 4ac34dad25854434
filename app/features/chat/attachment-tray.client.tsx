import { t } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Paperclip, X } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { ATTACHMENT_MAX_BYTES, POST_IMAGE_MAX_BYTES } from "~/contract/limits";
import { ATTACHMENT_TOO_LARGE } from "~/contract/message-texts";
import { type PreparedPhoto, preparePhoto } from "~/features/photo/load-photo";
import { type ImageProblem, PhotoError } from "~/features/photo/photo-problems";
import { classNames } from "~/ui/class-names";
import { IconButton } from "~/ui/icon-button";
import { showToast } from "~/ui/toast-store";
import { rejectFromTray, removeFromTray } from "./remove-from-tray";
import { changeItem, changeTray, type TrayItem, trayKey, trayOf, useTray } from "./trays";
import { useObjectUrl } from "./use-object-url";

const removeIcon = (
  <span className="grid size-7 place-items-center rounded-full bg-surface">
    <X aria-hidden className="size-4" />
  </span>
);

interface Props {
  viewerId: string;
  /** The other member of the conversation. */
  userId: string;
  /** Called when a picture was selected or removed. */
  focusCaption: () => void;
}

/** The files above the message box. A default export, because `lazy` needs one. */
export default function AttachmentTray({ viewerId, userId, focusCaption }: Props) {
  const { t } = useLingui();
  const key = trayKey(viewerId, userId);
  const { items, selected } = useTray(key);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for each picture that was added.
  useEffect(() => void prepare(viewerId, userId), [viewerId, userId, items.length]);
  const count = items.length;
  const current = items[selected];
  if (!current) return null;
  const isSeries = count > 1;
  const place = selected + 1;
  return (
    <div className="mb-2 rounded-control bg-wash p-2">
      <ul className="flex gap-2 overflow-x-auto p-1">
        {items.map((item, index) => {
          const thumb = <Thumb item={item} trayKey={key} />;
          const number = index + 1;
          return (
            <li key={item.id} className="relative shrink-0">
              {isSeries ? (
                <CaptionButton
                  {...{ item, number, count }}
                  isSelected={index === selected}
                  onSelect={() => {
                    changeTray(key, { selectedId: item.id });
                    focusCaption();
                  }}
                >
                  {thumb}
                </CaptionButton>
              ) : (
                thumb
              )}
              <IconButton
                label={isSeries ? t`Remove picture ${number}` : t`Remove attachment`}
                icon={removeIcon}
                onClick={() => {
                  removeFromTray(viewerId, userId, item.id);
                  focusCaption();
                }}
                className="end-0 top-0 absolute!"
              />
            </li>
          );
        })}
      </ul>
      <p role="status" className="truncate px-1 text-muted text-sm">
        {isSeries && <span>{`${t`Picture ${place} of ${count}`} · `}</span>}
        {current.isReady ? (
          <bdi>{current.name}</bdi>
        ) : (
          <span>
            <Trans>Preparing…</Trans>
          </span>
        )}
      </p>
    </div>
  );
}

interface CaptionButtonProps {
  item: TrayItem;
  /** The place of the picture, from 1, and the number of all. */
  number: number;
  count: number;
  isSelected: boolean;
  onSelect: () => void;
  children: ReactNode;
}

/** Selects one of several pictures: the message box then has its caption. */
function CaptionButton({ item, number, count, isSelected, onSelect, children }: CaptionButtonProps) {
  const { t } = useLingui();
  const description = item.caption || item.name;
  return (
    <button
      type="button"
      aria-pressed={isSelected}
      aria-label={t`Caption of picture ${number} of ${count}: ${description}`}
      onClick={onSelect}
      className={classNames("block rounded-control", isSelected && "outline-2 outline-ink outline-offset-2")}
    >
      {children}
    </button>
  );
}

function Thumb({ item: { id, file, isPicture, isReady }, trayKey }: { item: TrayItem; trayKey: string }) {
  const url = useObjectUrl(isPicture ? file : null);
  const tileClasses = "grid size-24 place-items-center rounded-control bg-line";
  if (!isPicture) {
    return (
      <span className={tileClasses}>
        <Paperclip aria-hidden className="size-6" />
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
      className={classNames(tileClasses, "object-cover", !isReady && "opacity-50")}
    />
  ) : (
    <span className={tileClasses} />
  );
}

/** The trays whose pictures are being prepared. */
const running = new Set<string>();

/** Checks a tray's pictures and scales large ones, one at a time: ten decoded photos take half a gigabyte. */
async function prepare(viewerId: string, userId: string): Promise<void> {
  const key = trayKey(viewerId, userId);
  if (running.has(key)) return;
  running.add(key);
  const next = () => trayOf(key).items.find(({ isReady }) => !isReady);
  for (let item = next(); item; item = next()) {
    const { id, name } = item;
    try {
      const { blob, warning } = await preparedFile(item);
      changeItem(key, id, { file: blob, isReady: true });
      if (warning) showToast({ title: t`Picture added`, text: aboutFile(name, warning) });
    } catch (error) {
      const problem = error instanceof PhotoError ? error.problem : unknownProblem();
      rejectFromTray(viewerId, userId, id);
      showToast({ kind: "danger", title: problem.title, text: aboutFile(name, problem.text) });
    }
  }
  running.delete(key);
}

const aboutFile = (name: string, text: string) =>
  t({ message: `${name}: ${text}`, comment: "The name of a file, and what is wrong with it" });

const unknownProblem = (): ImageProblem => ({ title: t`Image error`, text: t`An error occurred` });

/** Returns the picture to send. @throws PhotoError for a file that is no image, or that cannot be made small enough */
function preparedFile({ file }: TrayItem): Promise<PreparedPhoto> {
  if (file.size > POST_IMAGE_MAX_BYTES) {
    throw new PhotoError({ title: t`File too large`, text: t(ATTACHMENT_TOO_LARGE) });
  }
  return preparePhoto(file, "full", ATTACHMENT_MAX_BYTES);
}

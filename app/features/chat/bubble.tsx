import { Trans, useLingui } from "@lingui/react/macro";
import { Paperclip } from "lucide-react";
import type { MouseEventHandler, ReactNode } from "react";
import type { MessageView } from "~/contract/chat";
import { ATTACHMENT_ONLY_TEXT } from "~/contract/limits";
import { LinkedText } from "~/features/text/linked-text";
import { classNames } from "~/ui/class-names";
import { isEmojiOnly } from "./emoji-only";
import { useObjectUrl } from "./use-object-url";
import type { OutboxItem } from "./waiting-store";

/** The largest size of an image in a bubble, in CSS pixels. */
const IMAGE_MAX_WIDTH = 360;
const IMAGE_MAX_HEIGHT = 320;

interface BubbleProps {
  isOwn: boolean;
  content: string;
  attachment?: MessageView["attachment"];
  /** The attachment of a message that is not stored yet. */
  file?: { name: string; size: number };
  /** The same for a picture, which shows instead. */
  picture?: OutboxItem["attachment"];
  /** Whether it is a tile of an album: its picture is a square. */
  isTile: boolean;
  /** The message that it answers. */
  quote?: ReactNode;
  /** Under the text. */
  children?: ReactNode;
  isForwarded?: boolean;
  /** Called when a picture is pressed. */
  onView?: MouseEventHandler<HTMLElement>;
}

/** The bubble of a message: the quote, the file or picture, and the text. */
export function Bubble(props: BubbleProps) {
  const { isOwn, content, attachment, file, picture, isTile, quote, children, isForwarded, onView } = props;
  const text = textOf(content, attachment ?? file);
  const isEmoji = !quote && !isForwarded && isEmojiOnly(text);
  return (
    <div
      className={classNames(
        "wrap-anywhere overflow-hidden whitespace-pre-wrap rounded-card",
        isTile ? "w-full text-sm" : "max-w-[78%]",
        isEmoji ? "text-4xl" : isOwn ? "bg-ink text-paper" : "bg-wash text-ink",
      )}
    >
      {isForwarded && (
        <p className="px-3.5 pt-1.5 text-sm italic opacity-80">
          <Trans comment="Mark of a message that its sender has forwarded">Forwarded</Trans>
        </p>
      )}
      {quote}
      {attachment && <StoredAttachment {...{ attachment, isTile, onView }} />}
      {picture ? (
        <WaitingPicture file={picture} isTile={isTile} />
      ) : (
        file && (
          <div className="px-3.5 py-2.5">
            <FileLabel {...file} />
          </div>
        )
      )}
      {text && (
        <p dir="auto" className={isEmoji ? "py-1" : "px-3.5 py-2"}>
          <LinkedText text={text} linkClass="underline" />
        </p>
      )}
      {children}
    </div>
  );
}

type StoredAttachmentProps = Pick<BubbleProps, "isTile" | "onView"> & {
  attachment: NonNullable<MessageView["attachment"]>;
};

/** A picture, or a link that downloads a file. */
function StoredAttachment({ attachment, isTile, onView }: StoredAttachmentProps) {
  const { url, name, size, type } = attachment;
  if (isImage(type))
    return (
      <a href={url} onClick={onView}>
        <img
          src={`${url}?size=feed`}
          alt={name}
          {...renderedSize(attachment)}
          loading="lazy"
          className={pictureClasses(isTile)}
        />
      </a>
    );
  return (
    <a href={url} download={name} className="flex items-center gap-3 px-3.5 py-2.5">
      <Paperclip aria-hidden className="size-6 shrink-0" />
      <FileLabel name={name} size={size} />
    </a>
  );
}

/** A picture that is not stored yet. */
function WaitingPicture({ file, isTile }: { file: NonNullable<OutboxItem["attachment"]>; isTile: boolean }) {
  const url = useObjectUrl(file.data);
  return (
    <img
      src={url ?? undefined}
      alt={file.name}
      {...renderedSize(file)}
      className={classNames(pictureClasses(isTile), "opacity-60")}
    />
  );
}

const pictureClasses = (isTile: boolean): string =>
  isTile ? "aspect-square w-full object-cover" : "h-auto max-w-full";

/** Returns whether the type of a file is that of an image. */
export const isImage = (type: string | undefined): boolean => type?.startsWith("image/") ?? false;

/** Returns the text of a message; empty for an attachment alone. */
export function textOf(content: string, attachment: object | undefined): string {
  return attachment && content === ATTACHMENT_ONLY_TEXT ? "" : content;
}

function FileLabel({ name, size }: { name: string; size: number }) {
  const { t, i18n } = useLingui();
  const kilobytes = Math.ceil(size / 1024);
  const megabytes = i18n.number(size / 1024 / 1024, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const sizeText = size < 1024 * 1024 ? t`${kilobytes} KB` : t`${megabytes} MB`;
  return (
    <span className="min-w-0">
      <span className="block font-semibold">
        <Trans>Attachment</Trans>
      </span>
      <span className="wrap-anywhere block text-sm">
        <bdi>{name}</bdi> · <span>{sizeText}</span>
      </span>
    </span>
  );
}

/** Returns the size that an image is rendered at. It is set before the image loads, so that loading shifts nothing. */
function renderedSize({ width, height }: { width?: number; height?: number }) {
  if (!width || !height) return {};
  const scale = Math.min(1, IMAGE_MAX_WIDTH / width, IMAGE_MAX_HEIGHT / height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** Returns the style of a message's row. @param tile its `grid-column` as a tile of an album */
export function tileStyle(tile: string | null) {
  return tile === null ? undefined : { gridColumn: tile, paddingInline: 2 };
}

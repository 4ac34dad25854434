import { Trans, useLingui } from "@lingui/react/macro";
import type { MessageView } from "~/contract/chat";
import { classNames } from "~/ui/class-names";
import { listedText } from "./listed-text";

interface Props {
  replyTo: NonNullable<MessageView["replyTo"]>;
  /** The `quotedText`. */
  text: string | null;
  viewerId: string;
  /** The other member's username. */
  username: string;
  isOwn: boolean;
  /** Shows the original. Without it the quote is no button. */
  onJump?: (id: string) => void;
}

/** The beginning of the message that a reply answers, as it is now. A press shows the message. */
export function Quote({ replyTo: { id, original }, text, viewerId, username, isOwn, onJump }: Props) {
  const { i18n } = useLingui();
  const quoteClasses = classNames(
    "mx-2 mt-2 block rounded-control border-s-2 px-2.5 py-1.5 text-start text-sm",
    isOwn ? "border-paper/60 bg-paper/15" : "border-ink/40 bg-ink/10",
  );
  if (!original || text === null) {
    return (
      <p className={classNames(quoteClasses, "italic")}>
        <Trans>This message was deleted</Trans>
      </p>
    );
  }
  const isOfViewer = original.senderId === viewerId;
  const shown = (
    <span dir="auto" className="line-clamp-2">
      {listedText(i18n, text)}
    </span>
  );
  if (!onJump) {
    return (
      <div className={quoteClasses}>
        {isOfViewer ? (
          <span className="block font-semibold">
            <Trans comment="In place of the name of the member who reads it">You</Trans>
          </span>
        ) : (
          <bdi translate="no" className="block font-semibold">
            {username}
          </bdi>
        )}
        {shown}
      </div>
    );
  }
  return (
    <button type="button" className={classNames(quoteClasses, "min-h-11")} onClick={() => onJump(id)}>
      {isOfViewer ? (
        <span key="you">
          <Trans comment="Only screen readers read the beginning; the name shows">
            <span className="sr-only">In reply to </span>
            <span className="block font-semibold">You</span>
          </Trans>
        </span>
      ) : (
        <span key="name">
          <Trans comment="Only screen readers read the beginning; the name shows">
            <span className="sr-only">In reply to </span>
            <bdi translate="no" className="block font-semibold">
              {username}
            </bdi>
          </Trans>
        </span>
      )}
      {shown}
    </button>
  );
}

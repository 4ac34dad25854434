import { Trans, useLingui } from "@lingui/react/macro";
import { Bubble, isImage, tileStyle } from "./bubble";
import { Quote } from "./quote";
import { decideOnMessage } from "./waiting-messages";
import type { OutboxItem } from "./waiting-store";

interface Props {
  item: OutboxItem;
  /** The `quotedText` of a reply. */
  quoted: string | null;
  /** Its `grid-column` as a tile of an album. */
  tile: string | null;
  /** The other member's username. */
  username: string;
  isLastOfRun: boolean;
  onDecided: () => void;
}

/**
 * A message in the outbox: being sent, which shows at the end of a run, or refused.
 * @param onDecided Retry or Discard was pressed; the caller moves the focus, because the button is unmounted
 */
export function WaitingMessage({ item, username, quoted, tile, isLastOfRun, onDecided }: Props) {
  const { t } = useLingui();
  const { clientId, content, attachment, refused, isUnstored, replyTo, forward, memberId } = item;
  function decide(decision: "retry" | "discard") {
    void decideOnMessage(clientId, decision);
    onDecided();
  }
  return (
    <li style={tileStyle(tile)} className="flex flex-col items-end">
      <Bubble
        isOwn
        content={content}
        file={attachment ? { name: attachment.name, size: attachment.data.size } : forward?.file}
        picture={attachment && isImage(attachment.type) ? attachment : undefined}
        isForwarded={forward !== undefined}
        isTile={tile !== null}
        quote={
          replyTo && <Quote replyTo={replyTo} text={quoted} viewerId={memberId} username={username} isOwn />
        }
      />
      {refused === undefined ? (
        isLastOfRun && (
          <span className="pt-0.5 text-muted text-xs">
            {isUnstored
              ? t`Sending. Keep this page open.`
              : t({ message: "Sending", context: "state of a message" })}
          </span>
        )
      ) : (
        <span className="flex items-center gap-2 text-danger text-sm" role="alert">
          <span>{t`Failed: ${refused}`}</span>
          <button type="button" className="min-h-11 font-semibold underline" onClick={() => decide("retry")}>
            <Trans>Retry</Trans>
          </button>
          <button type="button" className="min-h-11 underline" onClick={() => decide("discard")}>
            <Trans comment="Button that deletes a message that could not be sent">Discard</Trans>
          </button>
        </span>
      )}
    </li>
  );
}

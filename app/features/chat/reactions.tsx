import { useLingui } from "@lingui/react/macro";
import type { MessageView } from "~/contract/chat";
import { classNames } from "~/ui/class-names";
import { changeMessage } from "./pending-changes";

type Reaction = NonNullable<MessageView["reactions"]>[number];

/** Returns the viewer's reaction to a message. */
export const ownReaction = ({ reactions }: MessageView, viewerId: string): string | undefined =>
  reactions?.find(({ userId }) => userId === viewerId)?.emoji;

/** Sets the viewer's reaction to a message, or removes it when it is the same. */
export function toggleReaction(message: MessageView, viewerId: string, emoji: string): void {
  changeMessage(message.id, "reaction", ownReaction(message, viewerId) === emoji ? null : emoji);
}

interface Props {
  message: MessageView;
  viewerId: string;
  /** The other member's username. */
  username: string;
}

/** The reactions under a message. A press adds the viewer's to the same emoji, or removes it. */
export function Reactions({ message, viewerId, username }: Props) {
  const { t } = useLingui();
  const byEmoji = new Map<string, Reaction[]>();
  for (const one of message.reactions ?? []) byEmoji.set(one.emoji, [...(byEmoji.get(one.emoji) ?? []), one]);
  if (byEmoji.size === 0) return null;
  return (
    <span className="-mt-1 flex gap-1 px-1">
      {[...byEmoji].map(([emoji, reactions]) => {
        const isOwn = reactions.some(({ userId }) => userId === viewerId);
        const isTheirs = reactions.some(({ userId }) => userId !== viewerId);
        const label = !isOwn
          ? t`${emoji} from ${username}`
          : isTheirs
            ? t`${emoji} from ${username} and you`
            : t`${emoji} from you`;
        return (
          <button
            key={emoji}
            type="button"
            aria-pressed={isOwn}
            aria-label={label}
            onClick={() => toggleReaction(message, viewerId, emoji)}
            className={classNames(
              "relative flex min-h-7 items-center gap-1 rounded-full border px-2 text-sm after:absolute after:-inset-2",
              isOwn ? "border-ink bg-wash" : "border-line bg-surface",
            )}
          >
            <span aria-hidden>{emoji}</span>
            {reactions.length > 1 && <span aria-hidden>{reactions.length}</span>}
          </button>
        );
      })}
    </span>
  );
}

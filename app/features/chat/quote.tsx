import type { MessageView } from "~/contract/chat";
import { classNames } from "~/ui/class-names";

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
  const look = classNames(
    "mx-2 mt-2 block rounded-control border-s-2 px-2.5 py-1.5 text-start text-sm",
    isOwn ? "border-paper/60 bg-paper/15" : "border-ink/40 bg-ink/10",
  );
  if (!original || text === null) {
    return <p className={classNames(look, "italic")}>This message was deleted</p>;
  }
  const name = original.senderId === viewerId ? "You" : username;
  const content = (
    <>
      <bdi className="block font-semibold">{name}</bdi>
      <span dir="auto" className="line-clamp-2">
        {text}
      </span>
    </>
  );
  if (!onJump) return <div className={look}>{content}</div>;
  return (
    <button type="button" className={classNames(look, "min-h-11")} onClick={() => onJump(id)}>
      <span className="sr-only">In reply to </span>
      {content}
    </button>
  );
}

import { msg } from "@lingui/core/runtime-macro";
/** Shared texts about messages (docs/product.md#chat). In a module of their own, because most pages need none. */

export const ATTACHMENT_TOO_LARGE = msg`Please select a file smaller than 5MB`;
export const ATTACHMENT_UNREADABLE = msg`The file can no longer be read. Please attach it again.`;
/** Of an unsent message (PAGE_AWAY_DAYS). */
export const WAITED_TOO_LONG = msg`It has waited for more than 30 days.`;
export const FORWARD_MISSING = msg`The message was deleted, so it cannot be forwarded.`;
export const REPLY_TO_MISSING = msg`The message that you answer is not in this conversation.`;

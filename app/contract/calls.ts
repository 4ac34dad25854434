import { accountCalls } from "./calls/account";
import { aiCalls } from "./calls/ai";
import { authCalls } from "./calls/auth";
import type { Call } from "./calls/call";
import { chatCalls } from "./calls/chat";
import { collectionCalls } from "./calls/collections";
import { commentCalls } from "./calls/comments";
import { connectionCalls } from "./calls/connections";
import { exploreCalls } from "./calls/explore";
import { invitationCalls } from "./calls/invitations";
import { mailCalls } from "./calls/mail";
import { mediaCalls } from "./calls/media";
import { notificationCalls } from "./calls/notifications";
import { postCalls } from "./calls/posts";
import { profileCalls } from "./calls/profiles";
import { pushCalls } from "./calls/push";
import { safetyCalls } from "./calls/safety";

export type { Call };

/** Every call of the API: the one table from which router, /api/openapi.json, typed client and tests are derived. */
export const calls = {
  ...authCalls,
  ...accountCalls,
  ...invitationCalls,
  ...profileCalls,
  ...safetyCalls,
  ...postCalls,
  ...commentCalls,
  ...exploreCalls,
  ...collectionCalls,
  ...mailCalls,
  ...mediaCalls,
  ...connectionCalls,
  ...notificationCalls,
  ...pushCalls,
  ...chatCalls,
  ...aiCalls,
} as const satisfies Record<string, Call>;

export type CallName = keyof typeof calls;

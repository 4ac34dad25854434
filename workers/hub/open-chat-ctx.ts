import type { ServerFrame } from "~/contract/channel";
import type { Chats } from "~/db/chats";
import { openDb } from "~/db/client";
import type { ChatCtx } from "~/domain/chat/chat-context";
import { openMedia } from "../open-media";
import type { readSettings } from "../settings";

interface Asked {
  env: Env;
  settings: ReturnType<typeof readSettings>;
  chats: Chats;
  memberId: string;
  /** The session of the frame's socket. */
  session: string;
  publish: (to: string, frame: ServerFrame) => void;
  defer: (work: Promise<unknown>) => void;
}

/** Returns the context of a frame's use case. It writes on behalf of the socket's session. */
export function openChatCtx({ env, settings, chats, memberId, session, publish, defer }: Asked): ChatCtx {
  const [, ...others] = chats;
  const { db } = openDb(env.DB, undefined, { session, coversReads: others.length > 0 });
  return {
    db,
    chats: [db, ...others],
    viewer: { id: memberId },
    limits: { areOn: !settings.limitsOff },
    requiresEmail: settings.requiresEmail,
    ceilings: settings.ceilings,
    media: openMedia(env, settings, defer),
    now: () => new Date(),
    defer,
    realtime: { publish },
  };
}

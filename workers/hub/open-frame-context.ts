import { openDb } from "~/db/client";
import { freshSite } from "../cached-site";
import { openMedia } from "../open-media";
import type { readSettings } from "../settings";
import type { DeliveryQueue } from "./delivery-queue";
import type { FrameContext } from "./frame-context";
import type { Inbox } from "./inbox";
import type { ReadCache } from "./read-cache";

interface Dependencies extends Pick<FrameContext, "memberId" | "sockets" | "presence"> {
  env: Env;
  settings: ReturnType<typeof readSettings>;
  chats: FrameContext["chat"]["chats"];
  readCache: ReadCache;
  inbox: Inbox;
  deliveries: DeliveryQueue;
  defer: FrameContext["chat"]["defer"];
}

/** Returns what the handler of a socket's frame uses. Its use case writes on behalf of the socket's session. */
export function openFrameContext(deps: Dependencies, socket: WebSocket): FrameContext {
  const { memberId, sockets, presence, readCache, inbox, deliveries, env, settings, defer } = deps;
  const [, ...others] = deps.chats;
  const session = sockets.sessionOf(socket);
  const { db } = openDb(env.DB, undefined, { session, coversReads: others.length > 0 });
  return {
    memberId,
    sockets,
    presence,
    isReadOnly: async () => (await freshSite(env)).isReadOnly,
    connectionWith: (otherId) => readCache.connections.find(memberId, otherId),
    publish: async (to, frame) => void (await deliveries.send({ to, frame })),
    chat: {
      db,
      chats: [db, ...others],
      viewer: { id: memberId },
      limits: { areOn: !settings.limitsOff },
      requiresEmail: settings.requiresEmail,
      ceilings: settings.ceilings,
      media: openMedia(env, settings, defer),
      now: () => new Date(),
      defer,
      realtime: {
        publish: (to, frame) => {
          if (to === memberId) inbox.send(frame);
          else defer(deliveries.send({ to, frame }));
        },
      },
    },
  };
}

import type { ServerFrame } from "~/contract/channel";
import type { Chats } from "~/db/chats";
import { logError } from "~/platform/log";
import { chatBindings } from "../chat-bindings";
import { readSettings } from "../settings";
import { textsFrom } from "../texts-in";
import { AlarmSchedule } from "./alarm-schedule";
import { Announcer } from "./announcer";
import { deliver } from "./call-hub";
import { CountPublisher } from "./count-publisher";
import { DeliveryQueue } from "./delivery-queue";
import { FanOut } from "./fan-out";
import { HubMember } from "./hub-member";
import { Inbox } from "./inbox";
import { KnownDevices } from "./known-devices";
import { openFrameContext } from "./open-frame-context";
import { OwnWrites } from "./own-writes";
import { Presence } from "./presence";
import { PushQueue } from "./push-queue";
import { ReadCache } from "./read-cache";
import { sharedDb } from "./shared-db";
import { SocketFrames } from "./socket-frames";
import { Sockets } from "./sockets";

/** Returns a hub's databases, storage, sockets, and ways to other hubs, which the other parts use. */
function openBasics(state: DurableObjectState, env: Env) {
  const { storage } = state;
  const db = sharedDb(env.DB);
  const chatD1s = chatBindings(env);
  const chats: Chats = [db, ...chatD1s.map(sharedDb)];
  const alarms = new AlarmSchedule(storage);
  const deliveries = new DeliveryQueue(storage, alarms, (delivery) => deliver(env.USER_HUB, delivery));
  return {
    storage,
    db,
    chatD1s,
    chats,
    alarms,
    deliveries,
    fanOut: new FanOut({ storage, db, alarms, deliveries }),
    devices: new KnownDevices({ storage, db }),
    sockets: new Sockets(state),
    member: new HubMember(storage),
    settings: readSettings(env),
    textsIn: textsFrom(env.ASSETS, env),
    /** Runs work that no caller awaits; everything it must finish is stored first. */
    defer: (work: Promise<unknown>) => state.waitUntil(work.catch((error: unknown) => logError(error))),
  };
}

/** Returns the parts of a hub, each with those that it uses. */
export function openParts(state: DurableObjectState, env: Env) {
  const basics = openBasics(state, env);
  const { member, sockets, settings } = basics;
  const memberId = () => member.id();
  const knownMember = () => member.known();
  const setMember = (id: string) => member.set(id);
  const send = (frame: ServerFrame) => inbox.send(frame);
  const subscribe = () => readCache.subscribe(memberId());
  const isOnline = () => presence.isOnline() || sockets.open().length > 0;
  const presence = new Presence({ ...basics, memberId, subscribe });
  const counts = new CountPublisher({ ...basics, memberId, send });
  const readCache: ReadCache = new ReadCache({
    ...basics,
    d1: env.DB,
    isOnline,
    member: knownMember,
    setMember,
  });
  const pushes = new PushQueue({ ...basics, push: settings.push });
  const announcer = new Announcer({ ...basics, counts, send });
  const inbox: Inbox = new Inbox({
    ...basics,
    readCache,
    presence,
    pushes,
    announcer,
    memberId,
    knownMember,
    setMember,
  });
  const ownWrites = new OwnWrites({ ...basics, readCache, inbox });
  /** Invalidates what the hub has cached, and closes the sockets of sessions that have ended. */
  const endSessions = async (sessionIds: string[], code?: number) => {
    readCache.invalidateAll();
    sockets.endSessions(sessionIds, code);
    await presence.update(Date.now());
  };
  const frames = new SocketFrames({
    sockets,
    readCache,
    endSessions,
    areLimitsOff: settings.limitsOff,
    contextOf: (socket) =>
      openFrameContext({ ...basics, env, presence, readCache, inbox, memberId: memberId() }, socket),
  });
  return { ...basics, isOnline, presence, counts, readCache, pushes, inbox, ownWrites, endSessions, frames };
}

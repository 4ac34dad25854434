import type { ServerFrame } from "~/contract/channel";
import { SerialQueue } from "~/contract/serial-queue";
import type { Chats } from "~/db/chats";
import type { Db } from "~/db/client";
import type { Envelope } from "~/platform/realtime";
import type { Announcer } from "./announcer";
import { currentFrames, isStillStored } from "./current-frames";
import { reportsState } from "./frame-facts";
import type { Presence } from "./presence";
import type { PushQueue } from "./push-queue";
import type { ReadCache } from "./read-cache";
import { RecentIds } from "./recent-ids";
import type { Sockets } from "./sockets";

interface Dependencies {
  db: Db;
  chats: Chats;
  sockets: Sockets;
  readCache: ReadCache;
  presence: Presence;
  pushes: PushQueue;
  announcer: Announcer;
  memberId: () => string;
  /** Returns the member, unless the hub has had deliveries only. */
  knownMember: () => string | undefined;
  setMember: (memberId: string) => void;
}

/** The frames and hub events for the member, from requests and from other hubs. */
export class Inbox {
  /** Sends frames that report a state one after the other, each with the state as it is then. */
  readonly #states = new SerialQueue();
  /** Messages whose deletion this instance has sent: a frame that overtook another on its way must not restore one. */
  readonly #deleted = new RecentIds();

  constructor(private readonly deps: Dependencies) {}

  /**
   * Invalidates what the hub has cached about the event, then publishes an announcement, or pushes a frame and sends it
   * to every open tab: with the current state when it reports an older one.
   * @param how as in `Delivery`
   * @returns frames for the tabs of `by`
   * @throws the database's error; the caller delivers the frame again
   */
  async receive(
    frame: Envelope["frame"],
    { by, isLate = false }: { by?: string; isLate?: boolean } = {},
  ): Promise<ServerFrame[]> {
    const { readCache, presence, pushes, sockets, announcer } = this.deps;
    // The member's own feed shows their posts too, which others change: by the edit of a comment, or a decision.
    if (frame.type === "posts_changed")
      readCache.receive({ type: "changed", payload: { topics: ["posts"] } });
    switch (frame.type) {
      case "counts_changed":
      case "post_created":
      case "post_removed":
      case "posts_changed":
      case "member_changed":
        this.deps.setMember(frame.payload.memberId);
        return announcer.announce(frame, by);
      case "changed":
        readCache.receive(frame);
        return [];
    }
    readCache.receive(frame, isLate);
    if (frame.type === "online" || frame.type === "offline") {
      presence.observe(frame.payload.userId, frame.type === "online");
    }
    if (frame.type === "message_deleted") this.#deleted.add(frame.payload.id);
    const isOpen = sockets.open().length > 0;
    const isChecked = isOpen && (isLate || reportsState(frame));
    // First: what is sent after a write of the storage waits for the disk.
    if (!isChecked) this.#sendOnce(frame);
    const member = this.deps.knownMember();
    // A hub whose member has never opened a page has no devices.
    await Promise.all([
      isChecked && this.#sendCurrent(frame, isLate),
      member && pushes.receive(frame, member, Date.now()),
    ]);
    return [];
  }

  /** Sends a frame of the member's own to their tabs, after the hub has invalidated what it changes. */
  send(frame: ServerFrame): void {
    this.deps.readCache.receive(frame);
    this.#sendOnce(frame);
  }

  /** Sends a frame that reports a state, which has just been read, after those whose states are being read. */
  sendState(frame: ServerFrame): Promise<void> {
    return this.#states.run(async () => this.#sendOnce(frame));
  }

  #sendCurrent(frame: ServerFrame, isLate: boolean): Promise<void> {
    const { db, chats, memberId } = this.deps;
    return this.#states.run(async () => {
      if (isLate && !(await isStillStored(chats, memberId(), frame))) return;
      for (const one of await currentFrames(db, memberId(), frame)) this.#sendOnce(one);
    });
  }

  /** Sends a frame, unless it is about a message whose deletion was sent before. */
  #sendOnce(frame: ServerFrame): void {
    const isMessage = frame.type === "message" || frame.type === "message_changed";
    const isDeleted = isMessage && this.#deleted.has(frame.payload.id);
    if (!isDeleted) this.deps.sockets.send(frame);
  }
}

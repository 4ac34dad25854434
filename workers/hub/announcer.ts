import type { ServerFrame } from "~/contract/channel";
import type { Db } from "~/db/client";
import { listReadersOf, listSubscribedAudience } from "~/domain/presence/hub-subscriptions";
import { logError } from "~/platform/log";
import { type Announcement, type Topic, topics } from "~/platform/realtime";
import type { CountPublisher } from "./count-publisher";
import type { FanOut } from "./fan-out";

interface Dependencies {
  db: Db;
  counts: CountPublisher;
  fanOut: FanOut;
  /** Sends a frame to the member's own tabs. */
  send: (frame: ServerFrame) => void;
}

/** Publishes changes of the member and of their posts to the members whose hubs are subscribed to them. */
export class Announcer {
  constructor(private readonly deps: Dependencies) {}

  /**
   * Publishes a change. Resolves when everything has been sent or is stored: the caller repeats a call during which
   * this hub crashes.
   * @param by the member who has made the change, whose hub waits for the reply
   * @returns the frames for the tabs of `by`, as `CountPublisher.countsChanged` does
   */
  async announce({ type, payload }: Announcement, by?: string): Promise<ServerFrame[]> {
    const { db, counts } = this.deps;
    switch (type) {
      case "counts_changed": {
        const { memberId: _, ...changed } = payload;
        return counts.countsChanged(changed, Date.now(), by).catch((error: unknown) => {
          // A count that could not be sent is stored.
          logError(error);
          return [];
        });
      }
      case "post_created":
        await this.#broadcast(payload.memberId, { type: "new_post", payload: { postId: payload.postId } });
        return [];
      case "post_removed":
        await this.#broadcast(payload.memberId, {
          type: "post_deleted",
          payload: { postId: payload.postId },
        });
        return [];
      case "posts_changed":
        await this.#notify(await listSubscribedAudience(db, payload.memberId), ["posts"]);
        return [];
      case "member_changed":
        await this.#notify(await listReadersOf(db, payload.memberId), topics);
        return [];
    }
  }

  /** Sends a frame to the member's own tabs and to their connections. */
  async #broadcast(memberId: string, frame: ServerFrame): Promise<void> {
    this.deps.send(frame);
    const audience = await listSubscribedAudience(this.deps.db, memberId);
    await this.deps.fanOut.send(audience.map((to) => ({ to, frame })));
  }

  async #notify(members: string[], changed: readonly Topic[]): Promise<void> {
    const frame = { type: "changed", payload: { topics: changed } } as const;
    await this.deps.fanOut.send(members.map((to) => ({ to, frame })));
  }
}

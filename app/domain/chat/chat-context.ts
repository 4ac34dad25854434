import type { MemberCtx } from "../context";

/** What chat needs of a context: the hub, which has no request, can make one too. */
export interface ChatCtx extends Pick<MemberCtx, "db" | "media" | "now" | "defer"> {
  viewer: { id: string };
  realtime: Pick<MemberCtx["realtime"], "publish">;
}

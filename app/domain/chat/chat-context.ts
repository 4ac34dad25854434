import type { MemberCtx } from "../context";

/** The part of a context that chat uses. Small enough for the hub, which has no request, to build one. */
export interface ChatCtx extends Pick<MemberCtx, "db" | "media" | "now" | "defer"> {
  viewer: { id: string };
  realtime: Pick<MemberCtx["realtime"], "publish">;
}

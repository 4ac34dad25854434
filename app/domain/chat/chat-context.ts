import type { MemberCtx } from "../context";
import type { QuotaCtx } from "../quota";

/** The part of a context that chat uses. Small enough for the hub, which has no request, to build one. */
export interface ChatCtx extends QuotaCtx, Pick<MemberCtx, "chats" | "preloaded" | "media" | "defer"> {
  realtime: Pick<MemberCtx["realtime"], "publish">;
}

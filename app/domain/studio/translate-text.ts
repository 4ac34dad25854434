import type { TranslateInput, TranslateReply } from "~/contract/translation";
import type { MemberCtx } from "../context";
import { requireEmail, siteAiUse, withinQuota } from "../quota";

/**
 * Translates a text that the viewer sends. It takes no id and reads no row: a reader has the text already, so nothing
 * that they may not see can be translated. A failed translation counts too, and none can be cancelled,
 * because the model may have been billed.
 * @throws AppError `rate_limited`, `too_large`, `ai_failed`
 */
export async function translateText(ctx: MemberCtx, input: TranslateInput): Promise<TranslateReply> {
  requireEmail(ctx);
  const uses = [{ quota: "translations", count: 1 } as const, siteAiUse];
  const { text, engine } = await withinQuota(ctx, uses, () => ctx.ai.translate(input));
  return { text, engine };
}

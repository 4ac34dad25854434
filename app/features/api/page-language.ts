import { i18n } from "@lingui/core";
import { SOURCE } from "~/contract/languages";
import { loadErrorTexts } from "~/features/language/route-texts";
import { retryImport } from "~/ui/retry-import";
import type { Said } from "./translate-reply.client";

const loadCode = retryImport(() => import("./translate-reply.client"));

/**
 * Returns a server reply with its messages in the page's language. Unless that is English, the first reply waits for
 * the catalog and the code; without them, the messages stay English.
 */
export async function inPageLanguage<Reply extends Said>(reply: Reply): Promise<Reply> {
  if (i18n.locale === SOURCE || !i18n.locale) return reply;
  const texts = loadErrorTexts().catch(() => undefined);
  const code = await loadCode().catch(() => null);
  await texts;
  return code ? code.translateReply(reply) : reply;
}

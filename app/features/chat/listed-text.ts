import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { ATTACHMENT_ONLY_TEXT } from "~/contract/limits";

/** Returns a message's text where its attachment does not show. An attachment alone has a stored English text. */
export function listedText(i18n: I18n, content: string): string {
  return content === ATTACHMENT_ONLY_TEXT ? i18n._(msg`Sent an attachment`) : content;
}

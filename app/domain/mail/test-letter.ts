import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/runtime-macro";
import { site } from "~/contract/site-name";
import type { Letter } from "~/platform/mail";
import { toAddress } from "./account-letters";
import { letter } from "./letter";

/** Returns the mail that shows an admin that mail works. @param username the admin who has asked for it */
export function testLetter(i18n: I18n, username: string): Letter {
  return letter(i18n, {
    subject: i18n._(msg`Test email from ${{ site }}`),
    parts: [
      { text: i18n._(msg`Email works. @${{ username }} has asked for this test at the moderation desk.`) },
    ],
    footer: toAddress(i18n),
  });
}

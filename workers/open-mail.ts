import { bindingMail, httpMail, type Mail, noMail, terminalMail } from "~/platform/mail";
import type { readSettings } from "./settings";

/** Returns the mail port of the deployment, or of a local run. */
export function openMail(
  { mail, isLocal }: Pick<ReturnType<typeof readSettings>, "mail" | "isLocal">,
  post: typeof fetch = fetch,
): Mail {
  if (mail) return "binding" in mail ? bindingMail(mail.binding, mail.from) : httpMail(mail, post);
  return isLocal ? terminalMail() : noMail;
}

import { POST_DRAFTS } from "~/features/composer/draft";

/** What is kept in this browser of a member, and not of the device, has a name that begins so. */
const PREFIX = "afterglow_";

/**
 * Takes away what a member was writing or making in this browser: it is no business of whoever uses it next. The draft of a
 * post waits for its member, whose session may merely have ended.
 */
export function forgetMember(): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(PREFIX) && !key.startsWith(POST_DRAFTS)) localStorage.removeItem(key);
    }
  } catch {
    // Storage is switched off: nothing was kept.
  }
}

/** What is kept in this browser of a member, and not of the device, has a name that begins so. */
const PREFIX = "afterglow_";

/** Takes away what a member was writing or making in this browser: it is no business of whoever uses it next. */
export function forgetMember(): void {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(PREFIX)) localStorage.removeItem(key);
    }
  } catch {
    // Storage is switched off: nothing was kept.
  }
}

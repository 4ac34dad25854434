/** Unread counts by source, for example "messages". */
export const counts = new Map<string, number>();
const MAX_SHOWN = 99;
const PREFIX = /^\(\d+\+?\) /;
let observer: MutationObserver | undefined;

/** Shows the sum of all unread counts in front of the tab's title: "(3) Messages". Pages still set their own titles. */
export function setTabCount(source: string, count: number): void {
  counts.set(source, count);
  writeTitle();
  if (observer) return;
  // A page that sets its title removes the number.
  observer = new MutationObserver(writeTitle);
  observer.observe(document.head, { childList: true, subtree: true, characterData: true });
}

function writeTitle(): void {
  const sum = [...counts.values()].reduce((a, b) => a + b, 0);
  const prefix = sum === 0 ? "" : `(${sum > MAX_SHOWN ? `${MAX_SHOWN}+` : sum}) `;
  const title = prefix + document.title.replace(PREFIX, "");
  if (title !== document.title) document.title = title;
}

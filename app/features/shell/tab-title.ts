/** What waits for the member, by what it is: notifications, messages. */
const waiting = new Map<string, number>();
const MOST = 99;
const PREFIX = /^\(\d+\+?\) /;
let observer: MutationObserver | undefined;

/** Shows in the tab's title how much waits for the member in all; pages go on writing their own titles. */
export function setWaiting(what: string, count: number): void {
  waiting.set(what, count);
  write();
  if (observer) return;
  // A page that changes its title takes the number away with it.
  observer = new MutationObserver(write);
  observer.observe(document.head, { childList: true, subtree: true, characterData: true });
}

function write(): void {
  const sum = [...waiting.values()].reduce((a, b) => a + b, 0);
  const prefix = sum === 0 ? "" : `(${sum > MOST ? `${MOST}+` : sum}) `;
  const title = prefix + document.title.replace(PREFIX, "");
  if (title !== document.title) document.title = title;
}

/** What the one toast on the screen says. It lives outside React so that sockets and outboxes can speak too. */
export interface Toast {
  id: number;
  title: string;
  text?: string;
  kind: "plain" | "danger";
}

let current: Toast | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: Toast | null): void {
  current = next;
  for (const listener of listeners) listener();
}

/** Shows a toast in place of the one that is there: only one shows at a time (spec point 2). */
export function showToast({
  title,
  text,
  kind = "plain",
}: {
  title: string;
  text?: string;
  kind?: Toast["kind"];
}) {
  lastId += 1;
  set({ id: lastId, title, text, kind });
}

/** Takes the toast away; with an id, only if it is still that one. */
export function dismissToast(id?: number): void {
  if (current && (id === undefined || current.id === id)) set(null);
}

export function subscribeToToast(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function currentToast(): Toast | null {
  return current;
}

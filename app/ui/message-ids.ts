/** The ids of what describes a control. `-error` is also conform's own `errorId`, so both point at the same element. */
export function messageIds(id: string) {
  return { error: `${id}-error`, hint: `${id}-hint`, counter: `${id}-counter` };
}

/** One `aria-describedby` out of several, without repeats; undefined when there is nothing to point at. */
export function describedBy(...ids: (string | false | null | undefined)[]): string | undefined {
  const all = new Set(ids.flatMap((part) => (part ? part.split(" ") : [])));
  return all.size > 0 ? [...all].join(" ") : undefined;
}

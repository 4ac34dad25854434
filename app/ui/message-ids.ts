/** Ids of a control's descriptions. `-error` equals conform's `errorId`, so both name the same element. */
export function messageIds(id: string) {
  return { error: `${id}-error`, hint: `${id}-hint`, counter: `${id}-counter` };
}

/** Joins ids to one `aria-describedby` without repeats; undefined when there are none. */
export function describedBy(...ids: (string | false | null | undefined)[]): string | undefined {
  const all = new Set(ids.flatMap((part) => (part ? part.split(" ") : [])));
  return all.size > 0 ? [...all].join(" ") : undefined;
}

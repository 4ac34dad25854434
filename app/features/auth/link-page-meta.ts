/** Returns the metadata of a page that a mailed link opens. Its URL contains a secret token, so it sends no referrer. */
export function linkPageMeta(title: string) {
  return [{ title: `${title} · Afterglow` }, { name: "referrer", content: "no-referrer" }];
}

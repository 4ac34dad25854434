/**
 * Returns the metadata of a page that a mailed link opens. Its URL contains a secret token, so other sites get no referrer. With
 * `no-referrer` browsers would send the Origin "null" with a form, which React Router refuses.
 */
export function linkPageMeta(title: string) {
  return [{ title: `${title} · Afterglow` }, { name: "referrer", content: "same-origin" }];
}

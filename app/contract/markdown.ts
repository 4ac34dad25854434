/** A part of a line: text, or text that is bold, emphasised or a link. */
export type Inline =
  | string
  | { kind: "strong" | "em"; content: readonly Inline[] }
  /** `href` has the scheme http, https or mailto. */
  | { kind: "link"; href: string; text: string };

/** A block of a text in Markdown (app/domain/site/markdown.ts). */
export type Block =
  | { kind: "heading"; level: 1 | 2; content: readonly Inline[] }
  | { kind: "paragraph"; content: readonly Inline[] }
  | { kind: "list"; isOrdered: boolean; items: readonly (readonly Inline[])[] };

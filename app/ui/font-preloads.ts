import figtree from "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url";
import type { LinkDescriptor } from "react-router";

/**
 * For the root's `links`: Figtree is read on every first view (20 KB). Fraunces (67 KB) is not asked for ahead: titles stand in
 * a local face of the same width until it comes, and the wordmark is an outline.
 */
export const fontPreloads: LinkDescriptor[] = [
  { rel: "preload", as: "font", type: "font/woff2", href: figtree, crossOrigin: "anonymous" },
];

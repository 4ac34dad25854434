import figtree from "@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url";
import type { LinkDescriptor } from "react-router";

/**
 * Links for the root: preloads Figtree (20 KB), which every first view needs. Fraunces (67 KB) is not preloaded: titles
 * use a local font of the same width until it arrives, and the wordmark is an outline.
 */
export const fontPreloads: LinkDescriptor[] = [
  { rel: "preload", as: "font", type: "font/woff2", href: figtree, crossOrigin: "anonymous" },
];

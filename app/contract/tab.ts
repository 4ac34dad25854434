import { newId } from "./ids";

/** The header in which a page names its tab, so that the tab can ignore the frames about its own writes. */
export const TAB_HEADER = "X-Afterglow-Tab";

export const TAB_ID_MAX = 64;

/** The id of this document. Empty on the server: Workers may not generate random values while they start. */
export const TAB_ID = typeof document === "undefined" ? "" : newId();

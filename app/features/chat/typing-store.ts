import { atom } from "nanostores";

/** Ids of the members who are typing to the viewer. */
export const $typing = atom<ReadonlySet<string>>(new Set());

import type { SubmissionResult } from "@conform-to/react";
import { useCallback, useState } from "react";
import { type Choices, choicesIn, mergedChoices, noChoices } from "./choices";
import { type ChangeList, noPhotos, type PhotoList } from "./photo-list";

/** A new post: all that a member can choose. Its one owner is `useNewPost`; the fields of the form show it. */
export interface NewPost {
  choices: Choices;
  /** The choices that the member has made, even if equal to the initial ones. A restored draft yields to them. */
  made: Partial<Choices>;
  list: PhotoList;
  /** While the post is being shared, nothing in it changes (docs/decisions/0124-one-owner-of-a-new-post.md). */
  isSharing: boolean;
}

/**
 * Holds the new post.
 * @param lastResult the form as the server has returned it without JavaScript
 */
export function useNewPost(lastResult: SubmissionResult<string[]> | undefined) {
  const [post, setPost] = useState<NewPost>(() => {
    const sent = lastResult?.initialValue ?? {};
    // A form has no value for a box that is not ticked.
    const made = { ...(lastResult && { isSensitive: false }), ...choicesIn(sent) };
    return {
      choices: { ...noChoices, ...made },
      made,
      list: { ...noPhotos, spareAltText: String(sent.altText ?? "") },
      isSharing: false,
    };
  });

  /** Changes the post for the member: not while it is being shared. */
  const change = useCallback(
    (make: (old: NewPost) => NewPost) => setPost((old) => (old.isSharing ? old : make(old))),
    [],
  );
  /** Changes the photos for the composer: their progress, and what has been opened. */
  const setList = useCallback<ChangeList>((make) => setPost((old) => ({ ...old, list: make(old.list) })), []);
  const changeList = useCallback<ChangeList>(
    (make) => change((old) => ({ ...old, list: make(old.list) })),
    [change],
  );
  const choose = useCallback(
    (chosen: Partial<Choices>) =>
      change((old) => ({
        ...old,
        choices: { ...old.choices, ...chosen },
        made: { ...old.made, ...chosen },
      })),
    [change],
  );
  /** Adds the choices of a draft, without those that the member has made already. */
  const restoreChoices = useCallback(
    (stored: Partial<Choices>) => change((old) => ({ ...old, choices: mergedChoices(stored, old.made) })),
    [change],
  );
  const setSharing = useCallback((isSharing: boolean) => setPost((old) => ({ ...old, isSharing })), []);
  return { ...post, setList, changeList, choose, restoreChoices, setSharing };
}

export type NewPostState = ReturnType<typeof useNewPost>;

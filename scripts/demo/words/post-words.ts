import type { PictureId } from "../pictures";
import type { Username } from "./members";

export interface PostWords {
  readonly author: Username;
  readonly hoursAgo: number;
  readonly location?: string;
  readonly caption: string;
  readonly altText: string;
  /** Everyone who may like it does. */
  readonly loved?: boolean;
  readonly comments: readonly (readonly [author: Username, hoursAfter: number, text: string])[];
}

/** One part of the posts, by the picture each of them shows. */
export type PostsByPicture = Partial<Record<PictureId, PostWords>>;

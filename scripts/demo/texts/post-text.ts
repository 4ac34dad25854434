import type { ImageId } from "../images";
import type { Username } from "./members";

export interface PostText {
  readonly author: Username;
  readonly hoursAgo: number;
  readonly location?: string;
  readonly caption: string;
  readonly altText: string;
  /** The photos after the first one, in order. */
  readonly more?: readonly { readonly image: ImageId; readonly altText: string }[];
  /** Only the connections of the author can open it. */
  readonly forConnections?: boolean;
  /** Every connection of the author likes it. */
  readonly loved?: boolean;
  readonly comments: readonly (readonly [author: Username, hoursAfter: number, text: string])[];
}

/** A part of the posts, by image id. */
export type PostsByImage = Partial<Record<ImageId, PostText>>;

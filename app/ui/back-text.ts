import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

/** The labels of links back to pages, by the first part of their paths. Those to others have the path itself. */
const texts: Record<string, MessageDescriptor> = {
  ai: msg`Back to Create with AI`,
  chat: msg`Back to messages`,
  collections: msg`Back to the collection`,
  explore: msg`Back to Explore`,
  feed: msg`Back to feed`,
  moderation: msg`Back to moderation`,
  notifications: msg`Back to notifications`,
  post: msg`Back to the post`,
  requests: msg`Back to requests`,
  search: msg`Back to search`,
  settings: msg`Back to settings`,
};

/** Returns the label of a link back to a page of this site. @param address path and query */
export function backText(address: string): MessageDescriptor {
  const [path = "", query] = address.split("?");
  const [first = "", second = "", part] = path.slice(1).split("/").map(decoded);
  const hashtag = `#${second}`;
  if (first === "tag") return msg`Back to ${hashtag}`;
  if (first === "profile") return profileText(second, part, query);
  if (part === "likes") return msg`Back to likes`;
  return texts[first] ?? msg`Back to ${path}`;
}

function profileText(
  username: string,
  list: string | undefined,
  query: string | undefined,
): MessageDescriptor {
  if (list === "connected")
    return msg({
      message: `Back to Connected of ${username}`,
      comment: "Connected: the list of accepted connections that others requested",
    });
  if (list)
    return msg({
      message: `Back to Connecting of ${username}`,
      comment: "Connecting: the list of accepted connections that the member requested",
    });
  if (username) return msg`Back to ${username}'s profile`;
  return query === "tab=saved" ? msg`Back to saved posts` : msg`Back to your profile`;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // The router shows such an address as it is.
    return part;
  }
}

/** The names of pages in a sentence, by the first part of their paths. Others have the path itself. */
const names: Record<string, string> = {
  ai: "Create with AI",
  chat: "messages",
  collections: "the collection",
  explore: "Explore",
  feed: "feed",
  moderation: "moderation",
  notifications: "notifications",
  post: "the post",
  requests: "requests",
  search: "search",
  settings: "settings",
};

/** Returns the name of a page of this site, as it follows "Back to". @param address path and query */
export function placeName(address: string): string {
  const [path = "", query] = address.split("?");
  const [first = "", second, part] = path.slice(1).split("/").map(decoded);
  if (first === "tag") return `#${second}`;
  if (first === "profile") {
    if (part) return `${part === "connected" ? "Connected" : "Connecting"} of ${second}`;
    if (second) return `${second}'s profile`;
    return query === "tab=saved" ? "saved posts" : "your profile";
  }
  if (part === "likes") return "likes";
  return names[first] ?? path;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // The router shows such an address as it is.
    return part;
  }
}

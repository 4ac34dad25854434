import { NavigationType } from "react-router";
import { describe, expect, it } from "vitest";
import { backText } from "~/ui/back-text";
import { besides, nextTrail, type Trail } from "~/ui/origin";
import { english } from "../../factories/english";

const { Pop, Push, Replace } = NavigationType;

/** An entry of the history: its key, its address, and the state of the link to it. */
type Entry = readonly [type: NavigationType, key: string, address: string, state?: unknown];

function locationOf([, key, address, state = null]: Entry): Trail["location"] {
  const [pathname = "", query] = address.split("?");
  return { key, pathname, search: query ? `?${query}` : "", state };
}

/** Returns the origin of the last entry. */
function originAfter(first: string, ...entries: Entry[]) {
  const start: Trail = { location: locationOf([Pop, "default", first]), origins: new Map() };
  const end = entries.reduce((trail, entry) => nextTrail(trail, locationOf(entry), entry[0]), start);
  return end.origins.get(end.location.key);
}

describe("origin of a page", () => {
  it("is the page before, with its query", () => {
    expect(originAfter("/search?q=dusk", [Push, "a", "/post/1"])).toEqual({
      to: "/search?q=dusk",
      isPrevious: true,
    });
    expect(originAfter("/post/1")).toBeUndefined();
  });

  it("stays the same for neighbours and other queries, but is no more the entry before", () => {
    const toPost: Entry = [Push, "a", "/post/1"];
    const expected = { to: "/explore", isPrevious: false };
    expect(originAfter("/explore", toPost, [Push, "b", "/post/2", besides])).toEqual(expected);
    expect(originAfter("/explore", toPost, [Push, "b", "/post/1?comment=7"])).toEqual(expected);
    expect(originAfter("/post/1", [Push, "b", "/post/2", besides])).toBeUndefined();
  });

  it("is kept by a replaced entry, and found again on Back", () => {
    const toPost: Entry = [Push, "a", "/post/1"];
    const expected = { to: "/feed", isPrevious: true };
    expect(originAfter("/feed", toPost, [Replace, "b", "/post/1?comment=7"])).toEqual(expected);
    expect(originAfter("/feed", toPost, [Push, "b", "/profile/mara"], [Pop, "a", "/post/1"])).toEqual(
      expected,
    );
  });
});

it.each([
  ["/feed", "feed"],
  ["/search?q=dusk", "search"],
  ["/explore?cursor=1", "Explore"],
  ["/profile", "your profile"],
  ["/profile?tab=saved", "saved posts"],
  ["/profile/mara.sol", "mara.sol's profile"],
  ["/profile/mara.sol/connected", "Connected of mara.sol"],
  ["/post/1", "the post"],
  ["/post/1/likes", "likes"],
  ["/tag/%C3%A4ther", "#äther"],
  ["/tag/%E4", "#%E4"],
  ["/settings/security", "settings"],
])("the link back to %s is %s", (address, name) => {
  expect(english._(backText(address))).toBe(`Back to ${name}`);
});

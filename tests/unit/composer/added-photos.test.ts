import { describe, expect, test } from "vitest";
import { addedToast } from "~/features/composer/added-photos";
import { tooManyBytes, unreadable } from "~/features/photo/photo-problems";
import { english } from "../../factories/english";

const FIRST_FRAME = "Only the first frame of this animation is kept.";
const NO_EDITS = "Your browser protects you from fingerprinting, so this photo can't be edited here.";
const files = (...names: string[]) => names.map((name) => ({ name }));
const [a, b, c] = ["a.gif", "b.jpg", "c.jpg"].map((name) => ({ name }));
const tooLarge = tooManyBytes(1);
if (!a || !b || !c) throw new Error("There are three.");

describe("the toast after photos were chosen", () => {
  test("is none when all were added as they are", () => {
    expect(addedToast(english, files("a.gif", "b.jpg"), { problems: [], warnings: [] }, 0)).toBeNull();
  });

  test("has the warning about the only photo, or about all of them, once", () => {
    const warnings = [{ source: a, warning: FIRST_FRAME }];
    expect(addedToast(english, [a], { problems: [], warnings }, 0)).toEqual({
      title: "Photo added",
      text: FIRST_FRAME,
    });
    const both = [a, b].map((source) => ({ source, warning: NO_EDITS }));
    expect(addedToast(english, [a, b], { problems: [], warnings: both }, 0)).toEqual({
      title: "Photo added",
      text: NO_EDITS,
    });
  });

  test("names the photos that a warning is about, when it is not about all", () => {
    const warnings = [a, b].map((source) => ({ source, warning: FIRST_FRAME }));
    expect(addedToast(english, [a, b, c], { problems: [], warnings }, 0)?.text).toBe(
      `a.gif, b.jpg: ${FIRST_FRAME}`,
    );
  });

  test("has what is wrong with some photos and then the warnings about the others", () => {
    const outcome = {
      problems: [
        { source: b, problem: unreadable },
        { source: c, problem: tooLarge },
      ],
      warnings: [{ source: a, warning: FIRST_FRAME }],
    };
    expect(addedToast(english, [a, b, c], outcome, 0)).toEqual({
      kind: "danger",
      title: "Image error",
      text: `b.jpg: ${unreadable.text} c.jpg: ${tooLarge.text} a.gif: ${FIRST_FRAME}`,
    });
  });

  test("says how many were left out, with the warnings about those that were added", () => {
    const warnings = [{ source: a, warning: FIRST_FRAME }];
    expect(addedToast(english, [a, b, c], { problems: [], warnings }, 2)).toEqual({
      kind: "danger",
      title: "Too many photos",
      text: `A post can have up to 10 photos. 2 were left out. a.gif: ${FIRST_FRAME}`,
    });
  });
});

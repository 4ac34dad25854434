import { expect, test } from "vitest";
import { nextShown, SKIPPED_MAX } from "~/features/post/use-around";

/** Looks for photos after post 0 of an endless list, whose photos are covered before post `first`. */
async function findShown(first: number) {
  const requested: string[] = [];
  const found = await nextShown(
    "0",
    async (id) => String(Number(id) + 1),
    async (id) => {
      requested.push(id);
      return Number(id) < first ? null : { id, photos: [] };
    },
  );
  return { found: found?.id, requested: requested.length };
}

test("the viewer passes a few covered posts, and ends after more", async () => {
  expect(await findShown(1)).toEqual({ found: "1", requested: 1 });
  expect(await findShown(SKIPPED_MAX)).toEqual({ found: String(SKIPPED_MAX), requested: SKIPPED_MAX });
  expect(await findShown(1000)).toEqual({ found: undefined, requested: SKIPPED_MAX });
  expect(
    await nextShown(
      "0",
      async () => null,
      async () => null,
    ),
  ).toBeNull();
});

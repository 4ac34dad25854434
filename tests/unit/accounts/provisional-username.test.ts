import fc from "fast-check";
import { expect, test } from "vitest";
import { username } from "~/contract/accounts";
import { provisionalUsername } from "~/domain/accounts/provisional-username";

test("is the email's local part and a number from 0 to 999", () => {
  expect(provisionalUsername("mara.lind@example.com", 0, () => 0)).toBe("mara.lind0");
  expect(provisionalUsername("mara.lind@example.com", 0, () => 0.9999)).toBe("mara.lind999");
  expect(provisionalUsername("Märä+x y@example.com", 0, () => 0)).toBe("Mrxy0");
});

test("has nine digits after five taken usernames", () => {
  expect(provisionalUsername("mara@example.com", 5, () => 0.5)).toMatch(/^mara\d{9}$/);
});

test("is always a valid username", () => {
  const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  fc.assert(
    fc.property(
      fc.string({ maxLength: 80 }),
      fc.integer({ min: 0, max: 12 }),
      random,
      (local, attempt, chance) => {
        expect(username.safeParse(provisionalUsername(`${local}@x`, attempt, () => chance)).success).toBe(
          true,
        );
      },
    ),
  );
});

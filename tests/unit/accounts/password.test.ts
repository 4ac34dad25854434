import { expect, test } from "vitest";
import { hashPassword, NOBODYS_PASSWORD, verifyPassword } from "~/domain/accounts/password";

test("accepts only the right password, salts each hash and has the full cost", async () => {
  const [one, two] = await Promise.all([hashPassword("golden hour"), hashPassword("golden hour")]);
  expect(one).not.toBe(two);
  expect(one).toMatch(/^scrypt\$32768\$8\$3\$/);
  expect(await verifyPassword("golden hour", one)).toBe(true);
  expect(await verifyPassword("golden hours", one)).toBe(false);
});

test("accepts the same letters in another Unicode form", async () => {
  expect(await verifyPassword("cafe\u0301 noir", await hashPassword("caf\u00e9 noir"))).toBe(true);
});

test("verifying NOBODYS_PASSWORD costs as much as a real hash and always fails", async () => {
  const cost = (stored: string) => stored.split("$").slice(0, 4);
  expect(cost(NOBODYS_PASSWORD)).toEqual(cost(await hashPassword("x")));
  expect(await verifyPassword("", NOBODYS_PASSWORD)).toBe(false);
});

test.each([[""], ["scrypt"], ["plain$1$2$3$4$5"], ["scrypt$32768$8$3$$"]])(
  "the malformed hash %j matches no password",
  async (stored) => {
    expect(await verifyPassword("golden hour", stored)).toBe(false);
  },
);

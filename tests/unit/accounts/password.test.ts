import { expect, test } from "vitest";
import { hashPassword, NOBODYS_PASSWORD, verifyPassword } from "~/domain/accounts/password";

test("a password is told from another, and no hash is made twice", async () => {
  const [one, two] = await Promise.all([hashPassword("golden hour"), hashPassword("golden hour")]);
  expect(one).not.toBe(two);
  expect(await verifyPassword("golden hour", one)).toBe(true);
  expect(await verifyPassword("golden hours", one)).toBe(false);
});

test("letters typed in another form are the same password", async () => {
  expect(await verifyPassword("cafe\u0301 noir", await hashPassword("caf\u00e9 noir"))).toBe(true);
});

test("nobody's password costs what a real one costs, and fits none", async () => {
  const cost = (stored: string) => stored.split("$").slice(0, 4);
  expect(cost(NOBODYS_PASSWORD)).toEqual(cost(await hashPassword("x")));
  expect(await verifyPassword("", NOBODYS_PASSWORD)).toBe(false);
});

test.each([[""], ["scrypt"], ["plain$1$2$3$4$5"], ["scrypt$32768$8$3$$"]])("%j fits none", async (stored) => {
  expect(await verifyPassword("golden hour", stored)).toBe(false);
});

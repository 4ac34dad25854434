import { expect, test } from "vitest";
import { messageCursor } from "~/contract/chat";
import { cursorOf, databaseOf, IDS_OF_A_DATABASE, isCovered, positionIn } from "~/contract/message-cursor";

const idIn = (database: number, number: number) => database * IDS_OF_A_DATABASE + number;

test("the id of a message names its database", () => {
  expect([1, idIn(0, 7), idIn(1, 0), idIn(1, 9), idIn(99, 1)].map(databaseOf)).toEqual([0, 0, 1, 1, 99]);
  expect(String(idIn(99, IDS_OF_A_DATABASE - 1))).toHaveLength(14);
});

test("a cursor has a position in each database", () => {
  const cursor = cursorOf([7, idIn(1, 3), idIn(2, 0)]);
  expect(messageCursor.safeParse(cursor).success).toBe(true);
  expect([0, 1, 2].map((database) => positionIn(cursor, database))).toEqual([7, idIn(1, 3), idIn(2, 0)]);
  expect(isCovered(cursor, "7")).toBe(true);
  expect(isCovered(cursor, "8")).toBe(false);
  expect(isCovered(cursor, String(idIn(1, 3)))).toBe(true);
  expect(isCovered(cursor, String(idIn(2, 1)))).toBe(false);
});

test("a number alone is a position in its database, and every message of the others is newer", () => {
  expect([0, 1].map((database) => positionIn("42", database))).toEqual([42, IDS_OF_A_DATABASE]);
  expect(isCovered("42", String(idIn(1, 1)))).toBe(false);
});

test.each(["", "x", "-1", "1.", ".1", "1.x", "9".repeat(16), Array(101).fill("1").join(".")])(
  "%s is no cursor",
  (text) => {
    expect(messageCursor.safeParse(text).success).toBe(false);
  },
);

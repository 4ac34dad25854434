import { expect, test } from "vitest";
import { nameContains } from "~/contract/name-contains";

const member = { username: "amara.lind", fullName: "Zoë Ó Brien" };

test.each([["zoe"], ["ZOË"], ["zoe o"], ["MARA.L"], ["rien"], [""]])(
  "the name of amara.lind, Zoë Ó Brien contains %j",
  (query) => {
    expect(nameContains(member, query)).toBe(true);
  },
);

test.each([["zoey"], ["lind zoe"]])("it does not contain %j", (query) => {
  expect(nameContains(member, query)).toBe(false);
});

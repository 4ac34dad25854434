import { expect, test } from "vitest";
import { locationHint } from "../../workers/location-hint";

test.each([
  ["Frankfurt", "EU", "8.7", "weur"],
  ["Warsaw", "EU", "21.0", "eeur"],
  ["New York", "NA", "-74.0", "enam"],
  ["Los Angeles", "NA", "-118.2", "wnam"],
  ["São Paulo", "SA", "-46.6", "sam"],
  ["Lagos", "AF", "3.4", "afr"],
  ["Dubai", "AS", "55.3", "me"],
  ["Mumbai", "AS", "72.9", "apac"],
  ["Sydney", "OC", "151.2", "oc"],
] as const)("hints at the region of %s", (_, continent, longitude, hint) => {
  expect(locationHint({ continent, longitude })).toBe(hint);
});

test("hints at the region of a continent that has one, without a longitude", () => {
  expect(locationHint({ continent: "AF" })).toBe("afr");
});

test.each([
  ["an unknown place", {}],
  ["Antarctica", { continent: "AN", longitude: "166.7" }],
  ["a continent of two regions without a longitude", { continent: "EU" }],
  ["a longitude that is no number", { continent: "NA", longitude: "west" }],
] as const)("gives no hint for %s", (_, whereabouts) => {
  expect(locationHint(whereabouts)).toBeUndefined();
});

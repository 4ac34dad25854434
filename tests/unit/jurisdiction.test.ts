import { expect, test } from "vitest";
import { inJurisdiction } from "../../workers/jurisdiction";

/** Bindings with a namespace of hubs that names its jurisdiction; the local runtime has none. */
const bindings = (name?: string): Env => {
  const USER_HUB = { jurisdiction: (of: string) => ({ of }) };
  return { USER_HUB, ...(name === undefined ? {} : { AFTERGLOW_JURISDICTION: name }) } as unknown as Env;
};

test("the hubs of a site are in its jurisdiction", () => {
  expect(inJurisdiction(bindings("eu")).USER_HUB).toEqual({ of: "eu" });
});

test.each([undefined, ""])(
  "the hubs of a site without a jurisdiction are those of the binding: %j",
  (name) => {
    const env = bindings(name);
    expect(inJurisdiction(env)).toBe(env);
  },
);

test("a site with another jurisdiction serves nothing", () => {
  expect(() => inJurisdiction(bindings("mars"))).toThrow(
    "AFTERGLOW_JURISDICTION must be one of eu, fedramp.",
  );
});

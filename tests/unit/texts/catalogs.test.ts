import { expect, test } from "vitest";
import { languages, SOURCE } from "~/contract/languages";
import { catalogOf } from "../../factories/catalog";
import { faultsOf } from "./faults";

test.each(languages.map(({ code }) => code).filter((code) => code !== SOURCE))(
  "every text in %s has the parts of the English one",
  async (language) => {
    const faults = Object.values(await catalogOf(language)).flatMap(({ message = "", translation = "" }) =>
      faultsOf(message, translation, language).map((fault) => `"${message}" ${fault}`),
    );
    expect(faults).toEqual([]);
  },
);

test("texts have the placeholder of the site's name instead of the product's", async () => {
  const texts = Object.values(await catalogOf(SOURCE));
  expect(texts.filter(({ message }) => message?.includes("Afterglow"))).toEqual([]);
});

test.each([
  ["Hello {name}", "Hallo", ["lacks {name}"]],
  ["Hello", "Hallo {name}", ["has {name}, which English has not"]],
  ["Read <0>this</0>", "Lies <0>das", ["lacks </0>"]],
  ["Hello", " ", ["has no translation"]],
  ["Hello", "{n, plural, one {#", ["cannot be read: Error: Unexpected message end at line 1 col 19:"]],
  ["Hello", "Hallo ", ["begins or ends with another space"]],
  ["{n, plural, one {# day} other {# days}}", "{n, plural, other {# Tage}}", ["lacks the form one of n"]],
  [
    "{n, plural, one {# day} other {# days}}",
    "{n, plural, one {# dzień} other {# dni}}",
    ["lacks the form few of n", "lacks the form many of n"],
    "pl",
  ],
  ["{kind, select, a {A} other {O}}", "{kind, select, other {O}}", ["lacks the form a of kind"]],
])("%j as %j is refused", (message, translation, faults, language = "de") => {
  expect(faultsOf(message, translation, language)).toEqual(faults);
});

test.each([
  ["{n, plural, one {# day} other {# days}}", "{n, plural, other {#日}}", "ja"],
  ["{n, plural, one {a day} other {# days}}", "{n, plural, =1 {ein Tag} other {# Tage}}", "de"],
  ["<0>{name}</0> and {other}", "{other} und <0>{name}</0>", "de"],
])("%j as %j is accepted", (message, translation, language) => {
  expect(faultsOf(message, translation, language)).toEqual([]);
});

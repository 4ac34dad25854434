import { expect, test } from "vitest";
import { fold } from "~/contract/fold";
import { nameTermsOf } from "~/domain/search/name-terms";

test.each([
  ["Émile  ZOLA ", "emile zola"],
  ["Ångström", "angstrom"],
  ["Łukasz Strauß-Øst", "lukasz strauss-ost"],
  ["Ｆｕｌｌ ｗｉｄｔｈ", "full width"],
  ["İstanbul ılık", "istanbul ilik"],
  ["\ud83c broken", "broken"],
  ["नमस्ते", "नमस्ते"],
  ["مُحَمَّد أحـــمد", "محمد احمد"],
  ["שָׁלוֹם", "שלום"],
  ["がぎ สิริ", "がぎ สิริ"],
  ["", ""],
])("folds %j to %j", (text, folded) => {
  expect(fold(text)).toBe(folded.normalize("NFKD"));
});

test("terms are the names, their later words, and parts of the username", () => {
  const terms = nameTermsOf("golden.hour", "María del Mar");
  const of = (rank: number) => terms.filter(([r]) => r === rank).map(([, term]) => term);
  expect(of(0)).toEqual(["golden.hour", "maria del mar"]);
  expect(of(1)).toEqual(["hour", "del mar maria", "mar maria del"]);
  expect(of(2)).toContain("olden.hour");
  expect(of(2)).not.toContain("ria");
  expect(of(2)).not.toContain("r");
});

test.each([
  ["山田太郎", ["田太郎", "太郎"]],
  ["田中Ken Smith", ["smith 田中ken", "中ken smith"]],
  ["สิริ", ["ริ"]],
  ["김철수", ["철수", "수"]],
])("in %s any letter but a mark may begin a word", (name, words) => {
  const terms = nameTermsOf("user", name).filter(([rank]) => rank === 1);
  expect(terms.map(([, term]) => term.normalize("NFC"))).toEqual(words);
});

test("a member has at most 64 terms of at most 100 characters", () => {
  const terms = nameTermsOf("x".repeat(30), "ﷺ ".repeat(50).trim());
  expect(terms.length).toBeLessThanOrEqual(64);
  for (const [, term] of terms) expect(term.length).toBeLessThanOrEqual(100);
});

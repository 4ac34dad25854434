import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { projectRoot } from "../../../scripts/local-state";
import { brokenByTranslation } from "./jsx-text";
import { reorderedNames, translatedNames } from "./untranslated-names";

const sources = readdirSync(path.join(projectRoot, "app"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".tsx"))
  .map((name) => `app/${name.split(path.sep).join("/")}`)
  .map((file) => ({ file, text: readFileSync(path.join(projectRoot, file), "utf8") }));

/** Returns how a component with this JSX is broken, without the place. */
function problems(jsx: string): string[] {
  const text = `function Badge() { if (x) return null; return <b/>; }
    function Row({ icon, children }: { icon: ReactNode; children: ReactNode }) { return ${jsx}; }`;
  return brokenByTranslation([{ file: "row.tsx", text }]).map((finding) => finding.split(": ")[1] ?? "");
}

describe("a page that the browser translates", () => {
  test("has no text that React would lose", () => {
    expect(brokenByTranslation(sources)).toEqual([]);
  });

  test("keeps usernames, hashtags and codes", () => {
    expect(translatedNames(sources)).toEqual([]);
  });

  test.each([
    ["text after an element that comes and goes", "<p>{busy && <i/>} Save</p>"],
    ["text after a component that may render nothing", "<p><Badge/> Save</p>"],
    ["text beside content of the caller", "<h2>{icon}Save</h2>"],
    ["changing text beside an icon", "<p><Heart/>{count}</p>"],
    ["changing text in several parts", "<p>{count} likes</p>"],
    ["text that comes and goes beside another", '<p>{a && "loading"}{b && "failed"}</p>'],
    ["a translated text beside content of the caller", "<h2>{icon}<Trans>Save</Trans></h2>"],
  ])("reports %s", (_title, jsx) => {
    expect(problems(jsx)).toEqual(["give the text an element of its own, or write one string"]);
  });

  test.each([
    ["a label in place of the caller's content", "<p>{busy ? label : children}</p>"],
    ["texts in a list with elements", "<p>{all.map((one) => one.url ? <a/> : one.text)}</p>"],
    [
      "two alternatives of one element with text between others",
      "<div>{a ? <p>Hi <b/></p> : <p>Bye</p>}</div>",
    ],
  ])("reports %s", (_title, jsx) => {
    expect(problems(jsx)).toEqual(["give each alternative an element with a key"]);
  });

  test("reports a message that changes and is no string", () => {
    for (const jsx of [
      "<p><Trans>{count} likes</Trans></p>",
      '<p><Plural value={count} other="# likes"/></p>',
    ])
      expect(problems(jsx)).toEqual(["write a message that changes as a string"]);
  });

  test("reports the text of fragments, and of components without an element", () => {
    expect(problems("<>Hello <b/></>")).toContain("no bare text in a fragment");
    expect(problems('x ? "Hello" : <b/>')).toEqual(["return an element, not bare text"]);
  });

  test.each([
    ["a string as the only child", '<p>{busy ? counted(count) : "Done"}</p>'],
    ["literal text between elements that stay", "<p>Read the <a/> and the <Link/>.</p>"],
    ["literal text before an element that comes and goes", "<p>Save {busy && <i/>}</p>"],
    ["alternatives with keys", "<p>{busy ? <b key='busy'>{label}</b> : <b key='label'>{children}</b>}</p>"],
    ["a translated text as the only child", "<p><Trans>Save</Trans></p>"],
    ["a changing translated text as a string", "<p>{t({ message: plural(count, forms) })}</p>"],
    [
      "a choice inside a message",
      "<p><Trans><b>{name}</b> and <i><Plural value={n} other='# others' /></i></Trans></p>",
    ],
    ["a translated text beside an icon", "<p><Heart/><Trans>Save</Trans></p>"],
    ["lists of elements", "<ul><li/>{all.map((one) => <li/>)}</ul>"],
  ])("accepts %s", (_title, jsx) => {
    expect(problems(jsx)).toEqual([]);
  });

  test('reports a username, a hashtag and a code without `translate="no"`', () => {
    const found = (jsx: string) => translatedNames([{ file: "row.tsx", text: `const row = ${jsx};` }]).length;
    expect(["<b>{user.username}</b>", `<b>{\`#\${tag}\`}</b>`, "<code>1</code>"].map(found)).toEqual([
      1, 1, 1,
    ]);
    expect(found('<p translate="no"><b>{username}</b></p>')).toBe(0);
  });
});

describe("a page from right to left", () => {
  test("keeps the order of usernames and hashtags", () => {
    expect(reorderedNames(sources)).toEqual([]);
  });

  test("reports a username in an element without a direction of its own", () => {
    const found = (jsx: string) => reorderedNames([{ file: "row.tsx", text: `const row = ${jsx};` }]).length;
    expect(["<b>{username}</b>", "<bdi>{username}</bdi>", '<p dir="ltr">{username}</p>'].map(found)).toEqual([
      1, 0, 0,
    ]);
  });
});

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../../../scripts/local-state";
import { plainTexts } from "./plain-texts";

/** Files with English that no member reads as a text of the product. */
const LEFT_OUT = [
  // A page for developers.
  /^app\/(features\/design\/|routes\/design)/,
  // The labels of another product's exports.
  /^app\/features\/import\/instagram-labels/,
  // Examples of prompts: the engine reads English.
  /^app\/features\/studio\/(creator|editor)\.tsx/,
  // Errors of the build.
  /^app\/ui\/router\/lean-/,
  // The names of texts in a library's options.
  /^app\/ui\/photo-viewer\.client\.tsx/,
];

const sources = ["features", "routes", "ui"].flatMap((folder) =>
  readdirSync(path.join(projectRoot, "app", folder), { recursive: true, encoding: "utf8" })
    .map((name) => `app/${folder}/${name.split(path.sep).join("/")}`)
    .filter((name) => /\.tsx?$/.test(name) && !LEFT_OUT.some((left) => left.test(name)))
    .map((file) => ({ file, text: readFileSync(path.join(projectRoot, file), "utf8") })),
);

test("every text that members read is in the catalog", () => {
  expect(plainTexts(sources)).toEqual([]);
});

test.each([
  "<p>Save the photo</p>",
  '<Button title="Save" />',
  '<Field label={"Your name"} />',
  '<p>{busy ? "Saving it" : null}</p>',
  "<p>{`Saved it`}</p>",
  'const names = { title: "Saved" };',
  'showToast({ text: "Saved posts" });',
])("%s is reported", (code) => {
  expect(plainTexts([{ file: "row.tsx", text: code }])).toHaveLength(1);
});

test.each([
  "<p><Trans>Save the photo</Trans></p>",
  "<Button title={t`Save`} />",
  '<p className="Grid gap">{name}</p>',
  'throw new Error("There is no photo");',
  'const id = msg({ message: "Save", context: "verb" });',
  '<Plural value={n} one="# Post is here" other="# Posts are here" />',
])("%s is not reported", (code) => {
  expect(plainTexts([{ file: "row.tsx", text: code }])).toEqual([]);
});

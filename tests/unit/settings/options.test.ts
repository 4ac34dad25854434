import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { type MessageDescriptor, setupI18n } from "@lingui/core";
import { expect, test } from "vitest";
import { notificationSettings } from "~/contract/notification-settings";
import type { Settings } from "~/contract/settings";
import {
  formerAnchors,
  type OptionName,
  type PageName,
  pathOf,
  settingsOptions,
  settingsPages,
} from "~/features/settings/options";
import { optionWords, searchOptions } from "~/features/settings/search-options";
import { projectRoot } from "../../../scripts/local-state";
import { english } from "../../factories/english";
import { pages } from "../../permission-matrix";

const id = ({ label }: { label: MessageDescriptor }) => label.id;

// The keys of the record are the names.
const names = Object.keys(settingsOptions) as OptionName[];

test("finds every option by its label and by each of its words", () => {
  for (const name of names) {
    const { label, page } = settingsOptions[name];
    const [ownLabel, words, title] = [label, optionWords[name], settingsPages[page].title].map((text) =>
      english._(text),
    );
    expect(searchOptions(english, ownLabel ?? "")[0], ownLabel).toBe(name);
    for (const word of [...(words ?? "").split(" "), title ?? ""])
      expect(searchOptions(english, word), `${word} for ${ownLabel}`).toContain(name);
  }
});

test("finds by beginnings of words in any order, without case, and nothing for nothing", () => {
  expect(searchOptions(english, "MODE dar")).toEqual(["theme"]);
  expect(searchOptions(english, "read rec")).toEqual(["read-marks"]);
  expect(searchOptions(english, "blo")).toEqual([
    "blocked-members",
    "muted-words",
    "muted-members",
    "reports",
    "decisions",
  ]);
  expect(searchOptions(english, "nonsense")).toEqual([]);
  expect(searchOptions(english, " - ")).toEqual([]);
});

test("finds in scripts without spaces and by words with accents", () => {
  const messages = {
    [id(settingsOptions["two-factor"])]: "二步验证",
    [id(settingsOptions.password)]: "Clé secrète",
  };
  const other = setupI18n({ locale: "xx", messages: { xx: messages } });
  expect(searchOptions(other, "验证")).toEqual(["two-factor"]);
  expect(searchOptions(other, "SECRETE cle")).toEqual(["password"]);
});

test("leads to pages that there are", () => {
  const addresses = [...names.map(pathOf), ...Object.keys(settingsPages).map((page) => `/settings/${page}`)];
  for (const address of [...addresses, ...Object.values(formerAnchors)])
    expect(pages, address).toHaveProperty([address.replace(/#.*/, "")]);
});

test("every page has an option, and each option without an address of its own is on its page", () => {
  const sources = ["app/features/settings", "app/routes"].flatMap((folder) =>
    readdirSync(path.join(projectRoot, folder)).map((file) =>
      readFileSync(path.join(projectRoot, folder, file), "utf8"),
    ),
  );
  for (const name of names.filter((each) => pathOf(each).includes("#")))
    expect(
      sources.filter((text) => text.includes(`option="${name}"`)),
      name,
    ).toHaveLength(1);
  const used = new Set<PageName>(names.map((name) => settingsOptions[name].page));
  expect([...used].sort()).toEqual(Object.keys(settingsPages).sort());
});

/** The option of each stored setting. A missing one is a type error. */
const optionOf: Record<Exclude<keyof Settings, "hasPassword">, OptionName> = {
  hidesPresence: "presence",
  hidesTyping: "typing",
  hidesReads: "read-marks",
  hidesAi: "ai-posts",
  keepsOriginals: "originals",
  hidesFromDiscovery: "discovery",
  sensitivePhotos: "sensitive-photos",
  commentsFrom: "commenters",
};

test("every setting has an option", () => {
  expect(new Set(Object.values(optionOf)).size).toBe(Object.keys(optionOf).length);
  const ofNotifications: Record<keyof typeof notificationSettings.shape, OptionName> = {
    app: "kinds",
    push: "kinds",
    mail: "kinds",
    digest: "digest",
    fromConnections: "from-connections",
  };
  expect(Object.keys(ofNotifications).sort()).toEqual(Object.keys(notificationSettings.shape).sort());
});

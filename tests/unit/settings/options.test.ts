import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { notificationSettings } from "~/contract/notification-settings";
import type { Settings } from "~/contract/settings";
import {
  formerAnchors,
  type OptionName,
  type PageName,
  pathOf,
  searchOptions,
  settingsOptions,
  settingsPages,
} from "~/features/settings/options";
import { projectRoot } from "../../../scripts/local-state";
import { pages } from "../../permission-matrix";

// The keys of the record are the names.
const names = Object.keys(settingsOptions) as OptionName[];

test("finds every option by its label and by each of its words", () => {
  for (const name of names) {
    const { label, words, page } = settingsOptions[name];
    expect(searchOptions(label)[0], label).toBe(name);
    for (const word of [...words.split(" "), settingsPages[page].title])
      expect(searchOptions(word), `${word} for ${label}`).toContain(name);
  }
});

test("finds by beginnings of words in any order, without case, and nothing for nothing", () => {
  expect(searchOptions("MODE dar")).toEqual(["theme"]);
  expect(searchOptions("read rec")).toEqual(["read-marks"]);
  expect(searchOptions("blo")).toEqual([
    "blocked-members",
    "muted-words",
    "muted-members",
    "reports",
    "decisions",
  ]);
  expect(searchOptions("nonsense")).toEqual([]);
  expect(searchOptions(" - ")).toEqual([]);
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

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { stubLocalStorage } from "../../factories/local-storage";

let drafts: typeof import("~/features/session/drafts");
let stored: Map<string, string>;
const browser = new EventTarget();

beforeEach(async () => {
  vi.stubGlobal("window", browser);
  stored = stubLocalStorage();
  vi.resetModules();
  drafts = await import("~/features/session/drafts");
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** Returns Ada's draft for another member, as the message box shows it. */
function draftFor(userId: string): string {
  let current = "";
  drafts.changeDraft("ada", userId, (text) => {
    current = text;
    return text;
  });
  return current;
}

/** Sends the event of a change that another tab has stored. */
const storeElsewhere = (key: string | undefined, newValue: string | null) =>
  browser.dispatchEvent(Object.assign(new Event("storage"), { key, newValue }));

it("keeps a draft for each conversation, and deletes an empty one", () => {
  drafts.changeDraft("ada", "grace", () => "for Grace");
  drafts.changeDraft("ada", "eve", () => "for Eve");
  expect([draftFor("grace"), draftFor("eve")]).toEqual(["for Grace", "for Eve"]);
  drafts.changeDraft("ada", "eve", () => "");
  expect([...stored.values()]).toEqual(["for Grace"]);
});

it("shows what another tab types, until that tab sends it", () => {
  drafts.changeDraft("ada", "grace", () => "half");
  const [key] = stored.keys();
  storeElsewhere(key, "half a sentence");
  expect(draftFor("grace")).toBe("half a sentence");
  storeElsewhere("ui-theme", "dark");
  storeElsewhere(key, null);
  expect(draftFor("grace")).toBe("");
});

it("deletes those of one member at log-out", () => {
  drafts.changeDraft("ada", "grace", () => "for Grace");
  drafts.changeDraft("eve", "grace", () => "of another member");
  vi.stubGlobal("localStorage", Object.assign(Object.fromEntries(stored), localStorage));
  drafts.deleteDrafts("ada");
  expect([...stored.values()]).toEqual(["of another member"]);
});

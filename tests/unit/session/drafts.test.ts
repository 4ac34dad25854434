import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { stubLocalStorage } from "../../factories/local-storage";

let drafts: typeof import("~/features/session/drafts");
let storage: typeof import("~/features/session/member-storage");
let stored: Map<string, string>;
const browser = new EventTarget();

beforeEach(async () => {
  vi.stubGlobal("window", browser);
  stored = stubLocalStorage();
  vi.resetModules();
  drafts = await import("~/features/session/drafts");
  storage = await import("~/features/session/member-storage");
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

const texts = () => [...stored].filter(([key]) => key !== storage.LOGGED_OUT).map(([, text]) => text);

it("deletes those of one member at log-out, and refuses others until the next log-in", () => {
  drafts.changeDraft("ada", "grace", () => "for Grace");
  drafts.changeDraft("eve", "grace", () => "of another member");
  storage.deleteDrafts("ada");
  expect(texts()).toEqual(["of another member"]);
  drafts.changeDraft("ada", "grace", () => "typed in another tab");
  drafts.changeDraft("eve", "grace", () => "goes on");
  expect(texts()).toEqual(["goes on"]);
  storage.forgetLogOut();
  drafts.changeDraft("ada", "grace", () => "in a new session");
  expect(texts()).toEqual(["goes on", "in a new session"]);
});

it("deletes those that another tab stored before it received the log-out, and keeps those of an expired session", () => {
  drafts.changeDraft("ada", "grace", () => "for Grace");
  const [key = ""] = stored.keys();
  storage.deleteLateDrafts();
  expect(texts()).toEqual(["for Grace"]);
  storage.deleteDrafts("ada");
  stored.set(key, "stored late");
  storage.deleteLateDrafts();
  expect(texts()).toEqual([]);
  stored.set(key, "stored later");
  storage.forgetLogOut();
  expect([...stored]).toEqual([]);
});

it("deletes those of one member in a browser whose storage is full", () => {
  drafts.changeDraft("ada", "grace", () => "for Grace");
  vi.spyOn(localStorage, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  storage.deleteDrafts("ada");
  expect(texts()).toEqual([]);
});

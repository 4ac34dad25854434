import { env } from "cloudflare:test";
import { describe, expect, inject, test, vi } from "vitest";
import { type Decision, type DecisionInput, decisionInput } from "~/contract/moderation";
import type { ReportInput } from "~/contract/reports";
import type { MemberCtx } from "~/domain/context";
import { sweepRemovals } from "~/domain/media/sweep-removals";
import { appeal, appealSuspension } from "~/domain/moderation/appeal";
import { setSwitch } from "~/domain/moderation/ceilings";
import { decide } from "~/domain/moderation/decide";
import { review } from "~/domain/moderation/review";
import { createPost } from "~/domain/posts/create-post";
import { report } from "~/domain/safety/report";
import { type Member, member } from "./client";
import { connect } from "./connect";
import { contextOf } from "./context-of";
import {
  type Break,
  breakDb,
  breakStore,
  changes,
  everything,
  type Stored,
  sweepCtx,
} from "./faulty-storage";
import { silenceHubs } from "./quiet-hubs";

/** Every action of the desk and of the members concerned, cut off at each trip and each operation of the store. */

silenceHubs();

const dataUrl = `data:image/jpeg;base64,${inject("photos").scene}`;

/** A reporter, an offender and two moderators. */
type World = Record<"ada" | "eve" | "mo" | "mia", Member>;

async function world(): Promise<World> {
  await empty();
  const [ada, eve, mo, mia] = [
    await member("ada"),
    await member("eve"),
    await member("mo", "moderator"),
    await member("mia", "moderator"),
  ];
  await connect(ada, eve);
  return { ada, eve, mo, mia };
}

const deferred: Promise<unknown>[] = [];
const settled = () => Promise.all(deferred.splice(0));

/** The context of a member whose bindings may be broken. */
const ctxOf = (
  caller: Member,
  overrides: Partial<Env> = {},
  role: "member" | "moderator" = "member",
): MemberCtx => ({
  ...contextOf({ ...caller, role }, overrides).ctx,
  // Errors of deferred work are only logged.
  defer: (work) => void deferred.push(work.catch(() => undefined)),
});
const deskOf = (caller: Member, overrides: Partial<Env> = {}) => ctxOf(caller, overrides, "moderator");

interface Action {
  /** Does what comes before, and returns the action. */
  prepare: (cast: World) => Promise<(overrides: Partial<Env>) => Promise<unknown>>;
}

const as = (action: Decision, more: Partial<DecisionInput> = {}): DecisionInput =>
  decisionInput.parse({ action, reason: "harassment", days: action === "silence" ? 3 : undefined, ...more });

/** Creators of the subjects of reports, by their name. Each returns what a report names. */
const subjects = {
  post: async ({ eve }: World) => {
    const body = { mediaUrl: dataUrl, caption: "Go away #dusk" };
    return { postId: (await eve.call("createPost", { body })).id };
  },
  comment: async ({ ada, eve }: World) => {
    const { id: postId } = await ada.call("createPost", { body: { mediaUrl: dataUrl } });
    const { id } = await eve.call("addComment", { params: { id: postId }, body: { comment: "Rude" } });
    return { postId, commentId: id };
  },
  message: async ({ ada, eve }: World) => {
    const body = { content: "Rude", attachment: { data: dataUrl, name: "x.jpg" } };
    return { messageId: (await eve.call("sendMessage", { params: { userId: ada.id }, body })).id };
  },
  "AI image": async ({ ada }: World) => ({
    imageId: (await ada.call("generateImage", { body: { prompt: "A harbour at dusk" } })).id,
  }),
  member: async ({ eve }: World) => ({ userId: eve.id }),
};
type SubjectName = keyof typeof subjects;

const newest = async (table: "abuse_reports" | "moderation_log") =>
  (await env.DB.prepare(`SELECT id FROM ${table} ORDER BY id DESC LIMIT 1`).first<{ id: string }>())?.id ??
  "";

/** Reports a subject and returns the report's id. */
async function reported(cast: World, name: SubjectName): Promise<string> {
  const body = { reason: "harassment", ...(await subjects[name](cast)) };
  await cast.ada.call("report", { body });
  return newest("abuse_reports");
}

const deciding = (name: SubjectName, input: DecisionInput): Action => ({
  prepare: async (cast) => {
    const id = await reported(cast, name);
    return (overrides) => decide(deskOf(cast.mo, overrides), id, input);
  },
});

/** Decides, and returns the decision's id. */
async function decided(cast: World, name: SubjectName, input: DecisionInput): Promise<string> {
  await decide(deskOf(cast.mo), await reported(cast, name), input);
  return newest("moderation_log");
}

const reviewing = (
  name: SubjectName,
  input: DecisionInput,
  action: "undo" | "uphold" = "undo",
  isAppealed = action === "uphold",
): Action => ({
  prepare: async (cast) => {
    const decisionId = await decided(cast, name, input);
    if (isAppealed) await appeal(ctxOf(cast.eve), { decisionId, text: "It was a joke" });
    return (overrides) => review(deskOf(cast.mia, overrides), decisionId, { action, note: "" });
  },
});

const reporting = (name: SubjectName): Action => ({
  prepare: async (cast) => {
    const input = { reason: "spam", details: "", ...(await subjects[name](cast)) } as ReportInput;
    // A report that is cut off leaves the copy of its photo.
    const { results } = await env.DB.prepare("SELECT id FROM media").all<{ id: string }>();
    for (const { id } of results) await sweepCtx().media.preserve(id);
    return (overrides) => report(ctxOf(cast.ada, overrides), input);
  },
});

/** The decision about a post that the image check holds. */
const decidingHeld = (input: DecisionInput): Action => ({
  prepare: async ({ eve, mo }) => {
    const judge = async () => ({ verdict: "certain", reason: "violence" }) as const;
    const ctx: MemberCtx = { ...ctxOf(eve), imageSafety: { judge } };
    await createPost(ctx, { mediaUrl: dataUrl, caption: "Dusk" });
    await settled();
    const id = await newest("abuse_reports");
    return (overrides) => decide(deskOf(mo, overrides), id, input);
  },
});

const switching = (action: "off" | "on"): Action => ({
  prepare: async ({ mo }) => {
    const input = { name: "uploads", note: "" } as const;
    await setSwitch(deskOf(mo), { ...input, action: "on" });
    if (action === "on") await setSwitch(deskOf(mo), { ...input, action: "off" });
    return (overrides) => setSwitch(deskOf(mo, overrides), { ...input, action });
  },
});

const actions: Record<string, Action> = {
  ...Object.fromEntries(
    (Object.keys(subjects) as SubjectName[]).map((name) => [`report: ${name}`, reporting(name)]),
  ),
  dismiss: deciding("post", as("dismiss")),
  "remove a post": deciding("post", as("remove")),
  "remove a comment": deciding("comment", as("remove")),
  "remove a message": deciding("message", as("remove")),
  "remove an AI image": deciding("AI image", as("remove")),
  cover: deciding("post", as("cover")),
  warn: deciding("member", as("warn")),
  "warn and remove": deciding("comment", as("warn", { removes: true })),
  silence: deciding("member", as("silence")),
  suspend: deciding("member", as("suspend")),
  "suspend for days and remove": deciding("post", as("suspend", { days: 3, removes: true })),
  "dismiss the report about a held post": decidingHeld(as("dismiss")),
  "remove a held post": decidingHeld(as("remove")),
  "undo a dismissal": reviewing("post", as("dismiss")),
  "undo the removal of a post": reviewing("post", as("remove")),
  "undo the removal of a comment": reviewing("comment", as("remove")),
  "undo the removal of a message": reviewing("message", as("remove")),
  "undo the removal of an AI image": reviewing("AI image", as("remove")),
  "undo a cover": reviewing("post", as("cover")),
  "undo a warning": reviewing("member", as("warn")),
  "undo a silence": reviewing("member", as("silence")),
  "undo a suspension": reviewing("member", as("suspend")),
  "undo a suspension with a removal": reviewing("post", as("suspend", { removes: true })),
  "grant an appeal": reviewing("post", as("remove"), "undo", true),
  "refuse an appeal": reviewing("post", as("remove"), "uphold"),
  appeal: {
    prepare: async (cast) => {
      const decisionId = await decided(cast, "post", as("remove"));
      return (overrides) => appeal(ctxOf(cast.eve, overrides), { decisionId, text: "It was a joke" });
    },
  },
  "appeal against a suspension": {
    prepare: async (cast) => {
      await decided(cast, "member", as("suspend"));
      const input = { email: cast.eve.email, password: "sunset", text: "It was not me" };
      return (overrides) =>
        appealSuspension(ctxOf(cast.eve, overrides), input, { userAgent: "", browserTokens: [] });
    },
  },
  "switch uploads off": switching("off"),
  "switch uploads on": switching("on"),
};

/** Only the log cannot be emptied. */
async function empty(): Promise<void> {
  await env.DB.batch(
    ["users", "abuse_reports", "suspensions", "appeals", "removed_content", "removed_hashes", "removed_looks"]
      .concat(["switched_off", "quota_counters", "image_checks"])
      .map((table) => env.DB.prepare(`DELETE FROM ${table}`)),
  );
  while ((await sweepRemovals(sweepCtx())) > 0);
}

vi.spyOn(console, "error").mockImplementation(() => undefined);

/** Returns what an attempt throws; null when it succeeds. */
const errorOf = (attempt: Promise<unknown>): Promise<Error | null> =>
  attempt.then(
    () => null,
    (error: Error) => error,
  );

/**
 * Runs an action with every operation cut off in turn before it does anything, and with the reply of the last write
 * lost; with `--all`, of each write. A cut attempt changes nothing, or its retry finds all done.
 */
async function cutEverywhere({ prepare }: Action, breakAt: Break): Promise<void> {
  const results: Record<string, number>[] = [];
  // A lost reply of another operation is the same as its failure.
  const writes: number[] = [];
  let prepared: { act: (overrides: Partial<Env>) => Promise<unknown>; before: Stored } | null = null;
  /** Returns whether the action had an operation of this number. */
  const cut = async (due: number, when: "before" | "after"): Promise<boolean> => {
    prepared ??= { act: await prepare(await world()), before: await everything() };
    const { act, before } = prepared;
    const { overrides, made, wrote, wroteElsewhere } = breakAt(due, when);
    const error = await errorOf(act(overrides));
    await settled();
    const isCut = made() > due;
    if (!isCut) expect(error).toBeNull();
    else if (when === "before" && wrote().includes(due)) writes.push(due);
    const hasWritten = wrote().some((at) => at < due || (at === due && when === "after"));
    // Nothing is stored: the next attempt is the retry.
    if (!hasWritten && !wroteElsewhere()) return isCut;
    const changed = changes(before, await everything());
    if (error && when === "before") expect(changed, `${when} operation ${due}`).toEqual({});
    if (Object.keys(changed).length === 0) return isCut;
    const again = error && (await errorOf(act({})));
    await settled();
    if (again) expect(again).toMatchObject({ code: "conflict" });
    results.push(changes(before, await everything()));
    prepared = null;
    return isCut;
  };
  for (let due = 0; await cut(due, "before"); due++);
  for (const due of inject("isEverywhere") ? writes : writes.slice(-1)) await cut(due, "after");
  // A file that is stored twice leaves one, so a lost reply of the store may change nothing.
  expect(results.length).toBeGreaterThan(breakAt === breakDb ? 1 : 0);
  for (const result of results) expect(result).toEqual(results[0]);
}

describe("a decision that is cut off at any trip to the database changes nothing or everything", () => {
  test.each(Object.keys(actions))(
    "%s",
    async (name) => {
      await cutEverywhere(actions[name] ?? expect.unreachable(), breakDb);
    },
    120_000,
  );
});

describe("a decision that is cut off at any operation of the store changes nothing or everything", () => {
  test.each(Object.keys(actions).filter((name) => /post|image|message/.test(name)))(
    "%s",
    async (name) => {
      await cutEverywhere(actions[name] ?? expect.unreachable(), breakStore);
    },
    120_000,
  );
});

import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Call, calls } from "~/contract/calls";
import { READ_ONLY_RETRY_SECONDS } from "~/contract/request-limits";
import type { MemberCtx } from "~/domain/context";
import { listLog } from "~/domain/moderation/list-log";
import { setReadOnly } from "~/domain/site/read-only";
import { siteReads } from "../../workers/cached-site";
import { createEdge } from "../../workers/edge";
import { Tab } from "./channel";
import { Client, errorOf, member, SITE } from "./client";
import { connect } from "./connect";
import { contextOf } from "./context-of";
import { importPages, publicPages, sendPublic } from "./public-pages";

siteReads.areOff = false;

const REFUSED = {
  status: 503,
  message: "You can read everything, but nothing can be changed during maintenance. Please try again later.",
};
/** The calls and pages that the maintenance mode leaves. */
const LEFT = ["logIn", "logInWithCode", "logInWithPasskey", "logOut"];
const LEFT_PAGES = ["/login", "/login/code", "/language"];

const writes = Object.entries<Call>(calls).filter(([, { method }]) => method !== "GET");

async function admin(): Promise<MemberCtx & { client: Client }> {
  const root = await member("root", "admin");
  return { ...contextOf(root).ctx, client: root };
}

/** Stores the mode. Hubs, whose environment is another object, know it after 30 seconds. */
async function store(isOn: boolean): Promise<void> {
  await env.DB.prepare(
    "INSERT OR REPLACE INTO site_settings (id, sign_ups, sign_up_text, version, read_only) VALUES (1, 'open', '', ?, ?)",
  )
    .bind(crypto.randomUUID(), isOn ? 1 : 0)
    .run();
  const later = Date.now() + 30_000;
  vi.spyOn(Date, "now").mockReturnValue(later);
}

beforeEach(() => store(true));
afterEach(async () => {
  vi.restoreAllMocks();
  await env.DB.prepare("DELETE FROM site_settings").run();
});

describe("maintenance", () => {
  test.each(writes)(
    "%s is refused with the time of a retry, unless it logs in or out",
    async (name, call) => {
      const ada = await member("ada");
      const path = call.path.replace(/\{\w+\}/g, "x");
      const reply = await ada.send(call.method, path, call.body === "multipart" ? new FormData() : {});
      if (LEFT.includes(name)) return expect(reply.status).not.toBe(503);
      expect(reply.headers.get("Retry-After")).toBe(String(READ_ONLY_RETRY_SECONDS));
      expect(await errorOf(reply)).toEqual(REFUSED);
    },
  );

  test("leaves reading and the log-in", async () => {
    const ada = await member("ada");
    expect((await ada.call("me")).user.id).toBe(ada.id);
    await ada.call("readFeed");
    const again = new Client();
    await again.call("logIn", { body: { email: ada.email, password: "sunset" } });
    await again.call("logOut");
  });

  test("refuses the forms of visitors, but those of the log-in", async () => {
    await importPages();
    for (const page of publicPages) {
      const fields: Record<string, string> = {
        "/language": "language=de",
        "/signup": "email=new@example.com&fullName=New One&password=golden hour&terms=on",
        "/forgot-password": "email=new@example.com",
        "/reset-password": "token=x&password=golden hour",
        "/appeal": "email=new@example.com&password=x&text=Why",
      };
      const body = new URLSearchParams(fields[page] ?? "token=x");
      const reply = await sendPublic(page, { body });
      const isLeft = LEFT_PAGES.includes(page);
      expect([page, reply.status === 503]).toEqual([page, !isLeft]);
      if (!isLeft) expect(reply.headers.get("Retry-After")).toBe(String(READ_ONLY_RETRY_SECONDS));
    }
  });

  test("leaves the desk to admins", async () => {
    /** The app with pages that say whether they refuse. */
    const edge = createEdge(async (c) => new Response(c.get("edge").refusal ? "refused" : "taken"));
    const post = async (client: Client, path: string) => {
      const execution = createExecutionContext();
      const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const headers = { Cookie: cookie, Origin: SITE };
      const request = new Request(SITE + path, { method: "POST", headers });
      const reply = await edge.fetch(request, { ...env }, execution);
      await waitOnExecutionContext(execution);
      return reply.text();
    };
    const { client } = await admin();
    const mo = await member("mo", "moderator");
    expect(await post(client, "/moderation/site")).toBe("taken");
    expect(await post(client, "/moderation/site/rules.data")).toBe("taken");
    expect(await post(client, "/moderationx")).toBe("refused");
    expect(await post(client, "/settings/email")).toBe("refused");
    expect(await post(mo, "/moderation/site")).toBe("refused");
    expect(await post(await member("ada"), "/moderation")).toBe("refused");
    expect(await post(new Client(), "/logout.data")).toBe("taken");
  });

  test("refuses messages for now, so that the page sends them again, and takes them afterwards", async () => {
    const [ada, grace] = [await member("ada"), await member("grace")];
    await store(false);
    await connect(ada, grace);
    await store(true);
    const tab = await Tab.online(ada);
    const sent = { receiverId: grace.id, content: "hello", clientId: "c-1" };
    tab.send("message", sent);
    expect(await tab.receive("error")).toMatchObject({
      message: REFUSED.message,
      type: "message",
      clientId: "c-1",
      isTemporary: true,
    });
    tab.send("read", { senderId: grace.id });
    expect(await tab.receive("error")).toMatchObject({ type: "read", isTemporary: true });
    await store(false);
    tab.send("message", sent);
    expect(await tab.receive("message")).toMatchObject({ clientId: "c-1", content: "hello" });
    await tab.settled();
  });

  test("begins and ends at the desk, and each is logged once", async () => {
    await store(false);
    const root = await admin();
    const on = { action: "on", note: "An upgrade" } as const;
    await setReadOnly(root, on);
    await setReadOnly(root, on);
    expect((await root.client.send("POST", "/api/posts", {})).status).toBe(503);
    await setReadOnly(root, { action: "off", note: "" });
    expect((await root.client.send("POST", "/api/posts", {})).status).not.toBe(503);
    const { items } = await listLog(root, { cursor: null, limit: 20 });
    expect(items.filter(({ actor }) => actor === root.viewer.username)).toMatchObject([
      { action: "site", member: "maintenance off", note: "" },
      { action: "site", member: "maintenance on", note: "An upgrade" },
    ]);
  });
});

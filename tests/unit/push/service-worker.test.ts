import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { describe, expect, test, vi } from "vitest";
import type { PushMessage } from "~/contract/push-message";

const source = readFileSync(new URL("../../../public/sw.js", import.meta.url), "utf8");
const ORIGIN = "https://afterglow.example";

const message: PushMessage = {
  kind: "message",
  tag: "chat:ada",
  id: "7",
  to: "mara",
  from: "ada",
  title: "ada",
  body: "A walk at dusk?",
  lang: "en",
  labels: {
    reply: "Reply",
    placeholder: "Message...",
    notSent: "Not sent: {text}",
    sendAgain: "Press to send again",
  },
  path: "/chat?user=ada",
  at: 1,
  unread: 3,
  read: [],
};

interface Options {
  tag: string;
  body: string;
  renotify: boolean;
  lang: string;
  actions: { action: string; title: string }[];
  data: PushMessage & { clientId: string; reply?: string };
}

interface Given {
  /** Of the replies of the server, in order; 0 is none. */
  statuses?: number[];
  urls?: string[];
  /** The cached offline page; none without it. */
  offlinePage?: string;
  /** The id of the member who is logged in; null for nobody, and without a reply of the server for `undefined`. */
  viewer?: string | null | undefined;
}

/** A browser with a service worker: its notifications, tabs, badge and network. */
function browser({ statuses = [], urls = [], offlinePage, ...given }: Given = {}) {
  const viewer = "viewer" in given ? given.viewer : "mara";
  const listeners = new Map<string, (event: object) => void>();
  const shown: (Options & { title: string; close: () => void })[] = [];
  const requests: { path: string; body: unknown }[] = [];
  const tabs = urls.map((url) => ({
    url,
    focus: vi.fn(async () => undefined),
    navigate: vi.fn(async () => undefined),
  }));
  const setAppBadge = vi.fn(async (_: number) => undefined);
  const openWindow = vi.fn(async () => undefined);
  const subscribe = vi.fn(async () => subscription("new"));
  const self = {
    addEventListener: (type: string, listener: () => void) => listeners.set(type, listener),
    registration: {
      getNotifications: async () => [...shown],
      showNotification: async (title: string, options: Options) => {
        const at = shown.findIndex(({ tag }) => tag === options.tag);
        if (at >= 0) shown.splice(at, 1);
        const one = { ...options, title, close: () => void shown.splice(shown.indexOf(one), 1) };
        shown.push(one);
      },
      pushManager: { subscribe, getSubscription: async () => ({ unsubscribe }) },
    },
    clients: { matchAll: async () => tabs, openWindow },
  };
  const unsubscribe = vi.fn(async () => true);
  const fetch = async (path: string, init: RequestInit = {}) => {
    if (path === "/api/auth/me") {
      if (viewer === undefined) throw new TypeError("The network is away");
      return Response.json({ user: { id: viewer } }, { status: viewer === null ? 401 : 200 });
    }
    if (path === "/api/notifications/unread") return Response.json({ count: 4 });
    requests.push({ path, body: init.body ? JSON.parse(String(init.body)) : null });
    const status = statuses.shift() ?? 200;
    if (status === 0) throw new TypeError("The network is away");
    return Response.json({ isOn: true, publicKey: "key", showsText: false, count: 2 }, { status });
  };
  runInNewContext(source, {
    self,
    fetch,
    navigator: { setAppBadge },
    caches: {
      match: async (path: string) =>
        path === "/offline" && offlinePage !== undefined ? new Response(offlinePage) : undefined,
    },
    crypto,
    URL,
    Response,
    AbortSignal,
    location: { origin: ORIGIN },
  });
  const dispatch = async (type: string, event: object) => {
    const work: Promise<unknown>[] = [];
    listeners.get(type)?.({ ...event, waitUntil: (one: Promise<unknown>) => work.push(one) });
    await Promise.all(work);
  };
  return {
    ...{ shown, requests, tabs, setAppBadge, openWindow, subscribe, unsubscribe, dispatch },
    push: (one: Partial<PushMessage> = {}) =>
      dispatch("push", { data: { json: () => ({ ...message, ...one }) } }),
    /** Presses the newest notification. */
    press: (event: { action?: string; reply?: string } = {}) => {
      const notification = shown.at(-1);
      return dispatch("notificationclick", { action: "", ...event, notification });
    },
  };
}

const subscription = (name: string) => ({
  toJSON: () => ({ endpoint: `https://push.services.example/${name}`, keys: { p256dh: "p", auth: "a" } }),
});

describe("a push message", () => {
  test("is shown with its text, and sets the badge", async () => {
    const { push, shown, setAppBadge } = browser();
    await push();
    expect(shown).toMatchObject([
      { title: "ada", body: "A walk at dusk?", tag: "chat:ada", renotify: true, dir: "auto", lang: "en" },
    ]);
    expect(setAppBadge).toHaveBeenCalledWith(3);
  });

  test.each(["noah", null])(
    "for another member than the one logged in (%s) shows nothing of it, and ends the subscription",
    async (viewer) => {
      const { push, shown, setAppBadge, unsubscribe } = browser({ viewer });
      await push({ read: ["chat:ada"] });
      expect(shown).toMatchObject([
        { title: "Afterglow", body: "There is something new.", data: { path: "/feed" } },
      ]);
      expect(JSON.stringify(shown)).not.toContain("ada");
      expect(setAppBadge).not.toHaveBeenCalled();
      expect(unsubscribe).toHaveBeenCalledOnce();
    },
  );

  test("is shown when the server does not say who is logged in", async () => {
    const { push, shown, unsubscribe } = browser({ viewer: undefined });
    await push();
    expect(shown).toMatchObject([{ title: "ada" }]);
    expect(unsubscribe).not.toHaveBeenCalled();
  });

  test("replaces the one with the same tag, and closes those that it names as read", async () => {
    const { push, shown } = browser();
    await push();
    await push({ body: "Or tomorrow?" });
    await push({ tag: "chat:grace", title: "grace" });
    expect(shown.map(({ body }) => body)).toEqual(["Or tomorrow?", "A walk at dusk?"]);
    await push({ tag: "like:post", kind: "other", read: ["chat:ada", "chat:grace"] });
    expect(shown.map(({ tag, renotify }) => [tag, renotify])).toEqual([["like:post", false]]);
  });

  test("that cannot be read is shown all the same: browsers demand a notification", async () => {
    const { dispatch, shown } = browser();
    await dispatch("push", { data: null });
    expect(shown).toMatchObject([{ title: "Afterglow", body: "There is something new.", lang: "en" }]);
  });

  test("that cannot be read is in the language of the cached offline page", async () => {
    const texts = { body: "Es gibt Neues \u003c", lang: "de" };
    const offlinePage = `<html><script nonce="a">1</script><script type="application/json">${JSON.stringify(texts)}</script>`;
    const { dispatch, shown } = browser({ offlinePage });
    await dispatch("push", { data: null });
    expect(shown).toMatchObject([{ title: "Afterglow", ...texts }]);
  });

  test.each([
    ["message", ["reply"]],
    ["request", ["accept", "reject"]],
    ["other", []],
  ] as const)("of the kind %s offers the actions %j", async (kind, actions) => {
    const { push, shown } = browser();
    await push({ kind });
    expect(shown[0]?.actions.map(({ action }) => action)).toEqual(actions);
  });
});

describe("a press", () => {
  test("focuses the tab that shows the place", async () => {
    const place = `${ORIGIN}/chat?user=ada`;
    const { push, press, tabs, openWindow, shown } = browser({ urls: [`${ORIGIN}/feed`, place] });
    await push();
    await press();
    expect(tabs[1]?.focus).toHaveBeenCalledOnce();
    expect(tabs.map(({ navigate }) => navigate.mock.calls.length)).toEqual([0, 0]);
    expect(openWindow).not.toHaveBeenCalled();
    expect(shown).toEqual([]);
  });

  test("leads another tab to the place, and opens a tab where there is none", async () => {
    const one = browser({ urls: [`${ORIGIN}/feed`] });
    await one.push();
    await one.press();
    expect(one.tabs[0]?.focus).toHaveBeenCalledOnce();
    expect(one.tabs[0]?.navigate).toHaveBeenCalledWith(`${ORIGIN}/chat?user=ada`);
    one.tabs[0]?.navigate.mockRejectedValueOnce(new TypeError("not controlled"));
    await one.push();
    await one.press();
    expect(one.openWindow).toHaveBeenCalledWith(`${ORIGIN}/chat?user=ada`);
    const none = browser();
    await none.push();
    await none.press();
    expect(none.openWindow).toHaveBeenCalledWith(`${ORIGIN}/chat?user=ada`);
  });
});

describe("a reply", () => {
  const reply = { action: "reply", reply: " At six " };

  test("is sent with a clientId of its notification, marks what it answers as read, and opens nothing", async () => {
    const { push, press, requests, openWindow, shown, setAppBadge } = browser({ statuses: [201] });
    await push();
    const clientId = shown[0]?.data.clientId;
    expect(clientId).toMatch(/^[\da-f-]{36}$/);
    await press(reply);
    expect(requests).toEqual([
      { path: "/api/chat/messages/ada", body: { content: "At six", clientId, senderId: "mara" } },
      { path: "/api/chat/messages/ada/read", body: { upTo: "7", userId: "mara" } },
    ]);
    expect(setAppBadge).toHaveBeenLastCalledWith(6);
    expect([openWindow.mock.calls.length, shown.length]).toEqual([0, 0]);
  });

  test.each([0, 500, 429])(
    "that fails with %i stays, and is sent again with the same clientId",
    async (status) => {
      const { push, press, requests, shown } = browser({ statuses: [status, 201] });
      await push();
      await press(reply);
      expect(shown).toMatchObject([
        { title: "Press to send again", body: "Not sent: At six", tag: "chat:ada" },
      ]);
      await press();
      expect(requests[1]).toEqual(requests[0]);
      expect(requests.map(({ path }) => path).slice(2)).toEqual(["/api/chat/messages/ada/read"]);
      expect(shown).toEqual([]);
    },
  );

  test("that cannot be marked as read leaves the badge", async () => {
    const { push, press, setAppBadge, shown } = browser({ statuses: [201, 0] });
    await push();
    await press(reply);
    expect(setAppBadge.mock.calls).toEqual([[3]]);
    expect(shown).toEqual([]);
  });

  test.each([
    ["after the end of the session", 401],
    ["in the session of another member", 403],
  ])("%s opens the place", async (_, status) => {
    const { push, press, openWindow, requests, shown } = browser({ statuses: [status] });
    await push();
    await press(reply);
    expect(requests).toHaveLength(1);
    expect(shown).toEqual([]);
    expect(openWindow).toHaveBeenCalledWith(`${ORIGIN}/chat?user=ada`);
  });

  test("without a text opens the conversation", async () => {
    const { push, press, requests, openWindow } = browser();
    await push();
    await press({ action: "reply" });
    expect(requests).toEqual([]);
    expect(openWindow).toHaveBeenCalledWith(`${ORIGIN}/chat?user=ada`);
  });
});

test("the texts of an action are those of its message, else English", async () => {
  const labels = {
    reply: "Antworten",
    placeholder: "Nachricht...",
    notSent: "Nicht gesendet: {text}",
    sendAgain: "Noch einmal",
  };
  for (const [given, expected] of [
    [{ lang: "de", labels }, ["Noch einmal", "Nicht gesendet: $& Yes", "de", "Antworten"]],
    [{ lang: undefined, labels: undefined }, ["Press to send again", "Not sent: $& Yes", "en", "Reply"]],
  ] as const) {
    const { push, press, shown } = browser({ statuses: [0] });
    // Left out of the JSON of a message without them.
    await push(given as Partial<PushMessage>);
    await press({ action: "reply", reply: "$& Yes" });
    const last = shown.at(-1);
    expect([last?.title, last?.body, last?.lang, last?.actions[0]?.title]).toEqual(expected);
  }
});

describe("a connection request", () => {
  const request = { kind: "request", tag: "connection_request:ada", path: "/profile/ada" } as const;

  test.each(["accept", "reject"])("is answered by %s", async (action) => {
    const { push, press, requests, openWindow } = browser({ statuses: [200] });
    await push(request);
    await press({ action });
    expect(requests).toEqual([{ path: `/api/connections/${action}/ada`, body: { userId: "mara" } }]);
    expect(openWindow).not.toHaveBeenCalled();
  });

  test.each([404, 403])("that cannot be answered (%i) opens the profile", async (status) => {
    const { push, press, openWindow } = browser({ statuses: [status] });
    await push(request);
    await press({ action: "accept" });
    expect(openWindow).toHaveBeenCalledWith(`${ORIGIN}/profile/ada`);
  });
});

describe("a subscription that the browser renews", () => {
  test.each([
    ["with the new one", subscription("renewed"), "https://push.services.example/renewed"],
    ["without one", undefined, "https://push.services.example/new"],
  ])("%s is sent to the server", async (_, newSubscription, endpoint) => {
    const { dispatch, requests, subscribe } = browser();
    await dispatch("pushsubscriptionchange", { newSubscription });
    expect(requests).toEqual([
      { path: "/api/push", body: null },
      { path: "/api/push", body: { endpoint, p256dh: "p", auth: "a", showsText: false } },
    ]);
    expect(subscribe.mock.calls).toEqual(
      newSubscription ? [] : [[{ userVisibleOnly: true, applicationServerKey: "key" }]],
    );
  });

  test("is not sent after the end of the session", async () => {
    const { dispatch, requests } = browser({ statuses: [401] });
    await dispatch("pushsubscriptionchange", {});
    expect(requests).toHaveLength(1);
  });
});

import { env } from "cloudflare:test";
import { describe, expect, test, vi } from "vitest";
import { bounceAddress } from "~/domain/mail/bounce-address";
import { fingerprintOf } from "~/platform/fingerprint";
import { httpMail } from "~/platform/mail";
import { incomingMail } from "../../workers/incoming-mail";
import { mailEvents } from "../../workers/mail-events";
import { readSettings } from "../../workers/settings";
import { deliveryReport } from "../factories/delivery-report";
import { member } from "./client";
import { digestOf } from "./digests";

const MAILBOX = "bounces@photos.example.com";
const site: Env = { ...env, AFTERGLOW_BOUNCES: MAILBOX };
const signer = { fingerprint: (text: string) => fingerprintOf(env.MEDIA_PASS_KEY, text) };
const addressOf = (recipient: string) => bounceAddress(signer, MAILBOX, recipient);
const failing = new Proxy(env.DB, {
  get: (db, name) =>
    name === "batch" ? () => Promise.reject(new Error("D1 is down")) : Reflect.get(db, name).bind(db),
});
const bouncesOf = async ({ id }: { id: string }) => (await digestOf(id))?.bounces;

/** Hands a mail to the Worker, and returns why it was refused. */
async function receive(to: string, mail: string, bindings = site, rawSize = mail.length) {
  const setReject = vi.fn<(reason: string) => void>();
  const raw = new Blob([mail]).stream() as ReadableStream<Uint8Array>;
  await incomingMail({ to, raw, rawSize, setReject }, bindings);
  return setReject.mock.calls[0]?.[0] ?? null;
}

describe("a delivery report by Email Routing", () => {
  test("counts once for the member whose bounce address it was sent to", async () => {
    const ada = await member("ada");
    const report = deliveryReport({ recipient: ada.email.toUpperCase() });
    for (let time = 0; time < 2; time++) expect(await receive(addressOf(ada.email), report)).toBeNull();
    expect(await bouncesOf(ada)).toBe(1);
    const next = deliveryReport({ recipient: ada.email, id: "<another@mx.example.com>" });
    expect(await receive(addressOf(ada.email), next)).toBeNull();
    expect(await bouncesOf(ada)).toBe(2);
  });

  test("finds the member of a mail that their server has forwarded", async () => {
    const ada = await member("ada");
    const report = deliveryReport({ recipient: "elsewhere@example.org", original: ada.email });
    expect(await receive(addressOf(ada.email), report)).toBeNull();
    expect(await bouncesOf(ada)).toBe(1);
  });

  test("about a delay counts for nothing", async () => {
    const ada = await member("ada");
    const report = deliveryReport({ recipient: ada.email, action: "delayed", status: "4.4.1" });
    expect(await receive(addressOf(ada.email), report)).toBeNull();
    expect(await bouncesOf(ada)).toBe(0);
  });

  test("at the bounce address of a stranger is refused, and counts for nobody", async () => {
    const [ada, eve] = [await member("ada"), await member("eve")];
    const report = deliveryReport({ recipient: ada.email });
    const guessed = MAILBOX.replace("@", `+${"0".repeat(40)}@`);
    for (const to of [addressOf(eve.email), guessed])
      expect(await receive(to, report)).toBe("This mailbox takes reports about mails of this site only.");
    for (const one of [ada, eve]) expect(await bouncesOf(one)).toBe(0);
  });

  test.each([
    ["another mailbox", "hello@photos.example.com", deliveryReport(), "There is no such mailbox."],
    ["the mailbox without a recipient", MAILBOX, deliveryReport(), "There is no such mailbox."],
    ["no report", addressOf("ada@example.com"), "Subject: Hi\r\n\r\nHello", "This mailbox takes reports"],
  ])("is refused: %s", async (_, to, mail, reason) => {
    expect(await receive(to, mail)).toContain(reason);
  });

  test("is refused unread above 1 MB, and on a site without the mailbox", async () => {
    const ada = await member("ada");
    const report = deliveryReport({ recipient: ada.email });
    const size = 1024 * 1024 + 1;
    expect(await receive(addressOf(ada.email), report, site, size)).toBe("The mail is too large.");
    expect(await receive(addressOf(ada.email), report, env)).toBe("There is no such mailbox.");
    expect(await bouncesOf(ada)).toBe(0);
  });

  test("is an error while the database fails, so that it is sent again", async () => {
    const ada = await member("ada");
    const broken = { ...site, DB: failing };
    await expect(
      receive(addressOf(ada.email), deliveryReport({ recipient: ada.email }), broken),
    ).rejects.toThrow();
  });
});

test("mails by the HTTP API ask for the recipient's bounce address as their return path", async () => {
  const api = { MAIL_API_URL: "https://mail.example", MAIL_API_KEY: "k", MAIL_FROM: "a@mail.example" };
  const { mail } = readSettings({ ...site, ...api });
  if (!mail || "binding" in mail) throw new Error("The settings have a mail API.");
  const post = vi.fn(async (_url: unknown, _init?: RequestInit) => new Response());
  await httpMail(mail, post).send("ada@example.com", {
    subject: "News",
    text: "Hello",
    html: "<p>Hello</p>",
  });
  expect(JSON.parse(String(post.mock.calls[0]?.[1]?.body)).returnPath).toBe(addressOf("ada@example.com"));
  for (const mailbox of ["bounces", "a+b@example.com", `${"a".repeat(21)}@example.com`])
    expect(() => readSettings({ ...site, AFTERGLOW_BOUNCES: mailbox })).toThrow("AFTERGLOW_BOUNCES");
});

describe("an event of Cloudflare's Email Service", () => {
  const queued = (body: unknown) => ({
    id: "1",
    timestamp: new Date(),
    body,
    attempts: 1,
    ack: vi.fn(),
    retry: vi.fn(),
  });
  const event = (name: string, recipient: string, bounce?: { type: string }) => ({
    type: `cf.email.sending.message.${name}`,
    payload: { eventId: crypto.randomUUID(), recipient, ...(bounce && { bounce }) },
  });

  test("counts hard bounces and complaints, each once", async () => {
    const [ada, grace] = [await member("ada"), await member("grace")];
    const hard = event("bounced", ada.email, { type: "hard" });
    const bodies = [
      hard,
      hard,
      event("bounced", ada.email, { type: "soft" }),
      event("complained", grace.email),
    ];
    const messages = bodies.map(queued);
    await mailEvents({ messages }, env);
    for (const { ack, retry } of messages) {
      expect(ack).toHaveBeenCalledOnce();
      expect(retry).not.toHaveBeenCalled();
    }
    expect(await bouncesOf(ada)).toBe(1);
    expect(await bouncesOf(grace)).toBe(3);
  });

  test("of another form counts for nothing, and does not come back", async () => {
    const ada = await member("ada");
    const bodies = [
      null,
      "text",
      {},
      event("delivered", ada.email),
      { ...event("bounced", ada.email), payload: [] },
    ];
    const messages = bodies.map(queued);
    await mailEvents({ messages }, env);
    for (const { ack } of messages) expect(ack).toHaveBeenCalledOnce();
    expect(await bouncesOf(ada)).toBe(0);
  });

  test("comes back while the database fails", async () => {
    const message = queued(event("complained", "ada@example.com"));
    await mailEvents({ messages: [message] }, { ...env, DB: failing });
    expect(message.retry).toHaveBeenCalledOnce();
    expect(message.ack).not.toHaveBeenCalled();
  });
});

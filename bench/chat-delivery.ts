import { randomInt } from "node:crypto";
import { rmSync } from "node:fs";
import { sleep } from "~/contract/time";
import { openLocalBindings } from "../scripts/local-server";
import { changedOf, check, compare, compareChanges, failures, type StoredRow, sum } from "./chat/comparison";
import { newBrowser, Page } from "./chat/page";
import { ServerProcess } from "./chat/server-process";
import { Writer } from "./chat/writer";
import { type BenchMember, makePairs } from "./hub/dataset";
import { framesReceived, openSocket } from "./hub/sockets";

/**
 * `npm run test:chat-delivery`. Tests that chat loses and duplicates no message, picture, reply, reaction, edit or
 * forward, also in muted and archived chats, and keeps each conversation in order. The pages run the browser's own code
 * (bench/chat/page.ts); the server is the built worker in a process that is killed and restarted on the same data.
 * Exits with 1 when a message is lost, duplicated, out of order or late.
 */
const CHAT_DATABASES = 3;
process.env.AFTERGLOW_CHAT_DATABASES = String(CHAT_DATABASES);
const PAIRS = 20;
const MESSAGES = Number(process.env.CHAT_MESSAGES ?? 10_000);
const SOCKET_KILLS = 200;
const SERVER_KILLS = 10;
const PAGE_KILLS = 40;
const AWAY = 1000;
const RETURNS = 3;
const RETURN_MS = 3000;
const PIPELINED = 300;
/** The test fails after so long without any progress. */
const STUCK_MS = 60_000;

const each = Math.ceil(MESSAGES / (PAIRS * 2));
const figure = (name: string, value: string) => console.log(`${name.padEnd(66)} ${value}`);

async function until(
  condition: () => boolean,
  what: string,
  progress: () => number = () => 0,
): Promise<void> {
  let [known, since] = [progress(), Date.now()];
  while (!condition()) {
    await sleep(5);
    if (progress() !== known) [known, since] = [progress(), Date.now()];
    if (Date.now() - since > STUCK_MS) throw new Error(`No progress while waiting for ${what}.`);
  }
}

async function runStorm(
  state: string,
  pairs: [BenchMember, BenchMember][],
  server: ServerProcess,
): Promise<void> {
  const writers = pairs.flatMap(([one, other]) => [
    new Writer(one, other, server, each),
    new Writer(other, one, server, each),
  ]);
  await until(() => writers.every(({ page }) => page.isReady), "all pages to open");
  /** Messages that are written and acknowledged. */
  const stored = () => sum(writers.map(({ written, page }) => written - page.waiting));
  const any = () => writers[randomInt(writers.length)];
  const started = performance.now();
  const writing = Promise.all(writers.map((writer) => writer.writeAll()));

  const killing = async (count: number, kill: (at: number) => Promise<void> | void) => {
    for (let at = 1; at <= count; at++) {
      await until(() => stored() >= (MESSAGES * (at - 0.5)) / count, "messages to be stored", stored);
      await kill(at);
    }
  };
  await Promise.all([
    writing,
    killing(SOCKET_KILLS, () => any()?.page.cut()),
    killing(PAGE_KILLS, () => any()?.reload()),
    killing(SERVER_KILLS, async () => {
      await server.kill();
      await server.start();
    }),
  ]);
  const received = () => sum(writers.map(({ page }) => page.messages.length - page.waiting));
  await until(
    () => writers.every(({ page }) => page.waiting === 0 && page.isReady),
    "the outboxes to be empty",
    received,
  );
  const changing = () => sum(writers.map(({ page }) => page.changing));
  await until(() => changing() === 0, "the changes to be acknowledged", changing);
  const seconds = (performance.now() - started) / 1000;
  figure(
    `${each * writers.length} messages over ${pairs.length} pairs`,
    `in ${seconds.toFixed(1)} s; killed: ${SOCKET_KILLS} sockets, the server ${SERVER_KILLS} times, ${PAGE_KILLS} pages`,
  );

  const ofPair = ({ member, other }: Writer) =>
    writers.filter((one) => one.member === member || one.member === other);
  // The frames of the last changes of the other member may still be on their way. A page has only the newest messages.
  const isShown = ({ page }: Writer, by: Writer) =>
    page.messages.every(({ id, reactions = [] }) => {
      const emoji = by.reactions.get(id);
      return !emoji || reactions.some((one) => one.userId === by.member.id && one.emoji === emoji);
    });
  await until(
    () => writers.every((writer) => ofPair(writer).every((by) => isShown(writer, by))),
    "the reactions to be on the pages",
  );
  const onScreens = [];
  let missing = 0;
  for (const writer of writers) {
    const { page, member, other } = writer;
    await until(() => page.isReady, "a page to be open");
    await until(() => page.messages.length > 0, "a conversation");
    const messages = await page.readAll();
    const isSorted = messages.every(({ id }, at) => at === 0 || Number(id) > Number(messages[at - 1]?.id));
    check(isSorted, `the page of ${member.id} is not sorted by id`);
    const contents = messages.flatMap(({ content, isForwarded }) => (isForwarded ? [] : [content]));
    onScreens.push(compare(`the page of ${member.id}`, contents, [member, other], each));
    const changed = messages.map(
      ({ id, content, attachment, replyTo, isForwarded = false, reactions = [] }) => ({
        id,
        content,
        replyTo: replyTo?.id,
        isForwarded,
        reactions: Object.fromEntries(reactions.map(({ userId, emoji }) => [userId, emoji])),
        hasPicture: attachment?.type.startsWith("image/") ?? false,
      }),
    );
    missing += compareChanges(`the page of ${member.id}`, changed, ofPair(writer));
    for (const isOn of [writer.written % 2 === 0, true]) {
      await page.mark(isOn);
      check((await page.isMarked()) === isOn, `the chat of ${member.id} is not marked as it was`);
    }
    page.kill();
  }
  report(`on the ${writers.length} pages`, onScreens);

  await server.kill();
  const local = await openLocalBindings(state);
  const found = await Promise.all(
    local.chats.map((chat) =>
      chat
        .prepare(`SELECT iif(m.sender = c.low, c.low_id, c.high_id) AS s, iif(m.sender = c.low, c.high_id, c.low_id) AS r, m.content AS content,
             m.id AS id, m.reply_to AS replyTo, m.forwarded AS forwarded, m.attachment_type AS attachmentType, m.sender_reaction AS bySender, m.receiver_reaction AS byReceiver
           FROM chat_messages m JOIN conversations c ON c.key = m.conversation ORDER BY m.id`)
        .all<StoredRow>(),
    ),
  );
  await local.close();
  const results = found.flatMap((one) => one.results);
  const counts = found.map((one) => one.results.length);
  check(
    counts.every((count) => count > 0),
    "a database has no messages",
  );
  figure("  in the databases", counts.join(", "));
  const inStore = pairs.map((pair) => {
    const ids = pair.map(({ id }) => id);
    const rows = results.filter(({ s, r }) => ids.includes(s) && ids.includes(r));
    const contents = rows.flatMap(({ content, forwarded }) => (forwarded === null ? [content] : []));
    const ofMembers = writers.filter(({ member }) => ids.includes(member.id));
    missing += compareChanges(
      `the stored conversation of ${ids.join(" and ")}`,
      rows.map(changedOf),
      ofMembers,
    );
    return compare(`the stored conversation of ${ids.join(" and ")}`, contents, pair, each);
  });
  report("in the database", inStore);
  const made = (pick: (one: Writer) => { size: number }) => sum(writers.map((one) => pick(one).size));
  const forwardedPictures = writers
    .flatMap(({ forwards }) => [...forwards.values()])
    .filter((name) => name.endsWith("picture")).length;
  check(forwardedPictures > 0, "no picture was forwarded");
  figure(
    `  ${made((one) => one.replies)} replies, ${made((one) => one.reactions)} reactions, ${made((one) => one.edits)} edits, ${made((one) => one.forwards)} forwards (${forwardedPictures} of pictures), ${made((one) => one.pictures)} pictures`,
    `missing ${missing}, on the pages and in the database`,
  );
  await server.start();
}

function report(where: string, all: { lost: number; duplicated: number; misplaced: number }[]): void {
  const total = (pick: (one: (typeof all)[number]) => number) => sum(all.map(pick));
  figure(
    `  ${where}`,
    `lost ${total((one) => one.lost)}, duplicated ${total((one) => one.duplicated)}, out of order ${total((one) => one.misplaced)}`,
  );
}

/** Takes a page offline while the other member writes, then measures how long it takes to catch up. */
async function testCatchUp([one, other]: [BenchMember, BenchMember], server: ServerProcess): Promise<void> {
  const away = new Page(newBrowser(one), server.origin, other.id);
  const writer = new Page(newBrowser(other), server.origin, one.id);
  await until(() => away.isReady && writer.isReady, "two pages to open");
  const times: number[] = [];
  for (let turn = 0; turn < RETURNS; turn++) {
    const known = away.messages.length;
    away.client.link.suspend();
    for (let at = 0; at < AWAY; at++) await writer.write(`${other.id} ${known + at}`);
    await until(
      () => writer.waiting === 0,
      "the outboxes to be empty",
      () => writer.waiting,
    );
    const started = performance.now();
    away.client.link.resume();
    await until(
      () => away.messages.length === known + AWAY,
      "the missed messages",
      () => away.messages.length,
    );
    times.push(performance.now() - started);
  }
  const contents = away.messages.map(({ content }) => content);
  report(`${AWAY} messages while one was away, ${RETURNS} times`, [
    compare("the page that was away", contents, [other], AWAY * RETURNS),
  ]);
  const longest = Math.max(...times);
  check(longest <= RETURN_MS, `catching up took ${longest.toFixed(0)} ms to arrive`);
  figure("  complete after the return", `${longest.toFixed(0)} ms at the longest (at most ${RETURN_MS})`);
  away.kill();
  writer.kill();
}

/** Checks that pipelined messages of one socket are stored in the order in which they were sent. */
async function testPipelining(
  [one, other]: [BenchMember, BenchMember],
  server: ServerProcess,
): Promise<void> {
  const headers = { Cookie: `afterglow=${one.token}`, Origin: server.origin };
  const socket = await openSocket(`${server.origin}/ws`, headers);
  const contents: string[] = [];
  socket.on("message", (text) => {
    const { type, payload } = JSON.parse(String(text));
    if (type === "message") contents.push(payload.content);
  });
  const done = framesReceived(socket, PIPELINED, (text) => text.startsWith('{"type":"message"'));
  for (let at = 0; at < PIPELINED; at++) {
    const payload = { receiverId: other.id, content: `${one.id} ${at}`, clientId: `pipelined-${at}` };
    socket.send(JSON.stringify({ type: "message", payload }));
  }
  await done;
  report(`${PIPELINED} frames sent at once on one socket`, [
    compare("the pipelined frames", contents, [one], PIPELINED),
  ]);
  socket.terminate();
}

const { state, pairs } = await makePairs(PAIRS + 2, CHAT_DATABASES);
const server = new ServerProcess(state);
try {
  await server.start();
  const [first, second, ...rest] = pairs;
  if (!first || !second) throw new Error("The dataset is too small.");
  await runStorm(state, rest, server);
  await testCatchUp(first, server);
  await testPipelining(second, server);
} catch (error) {
  failures.push(String(error));
} finally {
  await server.kill();
  rmSync(state, { recursive: true, force: true });
}
for (const failure of failures) console.error(failure);
console.log(failures.length === 0 ? "No message lost, duplicated or out of order." : "FAILED");
process.exit(failures.length === 0 ? 0 : 1);

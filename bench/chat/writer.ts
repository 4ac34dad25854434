import { sleep } from "~/contract/time";
import type { BenchMember } from "../hub/dataset";
import { type Browser, newBrowser, Page } from "./page";
import type { ServerProcess } from "./server-process";

/** Unacknowledged messages per page, at most. */
const IN_FLIGHT_MAX = 6;
/** A writer answers, reacts and edits at every so many of its messages. */
const REPLY_EVERY = 5;
const REACT_EVERY = 3;
const EDIT_EVERY = 7;
const FORWARD_EVERY = 4;
const MARK_EVERY = 11;
/** A writer sends so many pictures with captions in a row after every so many messages. */
const PICTURES_EVERY = 10;
const PICTURES = 3;
const EMOJI = ["❤️", "😂", "😮", "😢", "🙏", "👍"] as const;
/** A PNG of one pixel. */
const PICTURE = new Blob(
  [
    Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
      "base64",
    ),
  ],
  { type: "image/png" },
);

/** One member of a pair: a browser whose page is reopened whenever it is killed. */
export class Writer {
  readonly browser: Browser;
  page: Page;
  written = 0;
  /** The originals of the replies by their text, and the reactions and edits by message id: each is made once. */
  readonly replies = new Map<string, string>();
  readonly reactions = new Map<string, string>();
  readonly edits = new Map<string, string>();
  /** The forwarded messages of the other member, as `forwardOf` names them, by their ids: each is forwarded once. */
  readonly forwards = new Map<string, string>();
  /** The captions of the pictures. */
  readonly pictures = new Set<string>();

  constructor(
    readonly member: BenchMember,
    readonly other: BenchMember,
    private readonly server: ServerProcess,
    private readonly count: number,
  ) {
    this.browser = newBrowser(member);
    this.page = this.#open();
  }

  /** Writes all `count` messages, with at most `IN_FLIGHT_MAX` of them unacknowledged. */
  async writeAll(): Promise<void> {
    while (this.written < this.count) {
      if (this.page.waiting >= IN_FLIGHT_MAX) {
        await sleep(3);
        continue;
      }
      // Counts a message once the page's outbox has stored it; an earlier kill leaves it in the text box.
      const { page } = this;
      const text = `${this.member.id} ${this.written}`;
      const original = this.written % REPLY_EVERY === 0 ? page.messages.at(-1) : undefined;
      const isPicture = this.written % PICTURES_EVERY < PICTURES;
      const writing = page.write(text, original, isPicture ? PICTURE : undefined);
      const isStored = await Promise.race([writing.then(() => true), page.dead]);
      if (!isStored) continue;
      if (isPicture) this.pictures.add(text);
      this.written += 1;
      if (original) this.replies.set(text, original.id);
      this.#change();
      await this.#forward();
      // A failure is part of the test: the server may be down.
      if (this.written % MARK_EVERY === 0) void page.mark(this.written % 2 === 0).catch(() => undefined);
    }
  }

  /** Reacts to the newest message of the other member, and edits the newest own one. */
  #change(): void {
    const { page, member } = this;
    const newest = (id: string, isText = false) =>
      page.messages.findLast(
        ({ senderId, isForwarded, attachment }) => senderId === id && !isForwarded && !(isText && attachment),
      );
    const [theirs, own] = [newest(this.other.id), newest(member.id, true)];
    if (this.written % REACT_EVERY === 0 && theirs && !this.reactions.has(theirs.id)) {
      const emoji = EMOJI[this.written % EMOJI.length] ?? EMOJI[0];
      this.reactions.set(theirs.id, emoji);
      page.react(theirs.id, emoji);
    }
    if (this.written % EDIT_EVERY === 0 && own && !this.edits.has(own.id)) {
      const text = `${own.content} edited`;
      this.edits.set(own.id, text);
      page.edit(own.id, text);
    }
  }

  /** Forwards the newest message of the other member back to them; every second time the newest picture. */
  async #forward(): Promise<void> {
    if (this.written % FORWARD_EVERY > 0) return;
    const { page } = this;
    const isPicture = this.written % (2 * FORWARD_EVERY) === 0;
    const theirs = page.messages.findLast(
      ({ id, senderId, isForwarded, attachment }) =>
        senderId === this.other.id && !isForwarded && !this.forwards.has(id) && (attachment || !isPicture),
    );
    if (!theirs) return;
    const isStored = await Promise.race([page.forward(theirs).then(() => true), page.dead]);
    if (isStored) this.forwards.set(theirs.id, forwardOf(theirs.content, Boolean(theirs.attachment)));
  }

  /** Kills the tab with its unsent messages and opens a new one. */
  reload(): void {
    this.page.kill();
    this.page = this.#open();
  }

  #open(): Page {
    return new Page(this.browser, this.server.origin, this.other.id);
  }
}

/** Returns the text of a message before its edit. */
export const baseOf = (content: string) => content.replace(/ edited$/, "");

/** Names a forwarded message by what it has. */
export const forwardOf = (content: string, hasPicture: boolean) =>
  `${baseOf(content)}${hasPicture ? " with a picture" : ""}`;

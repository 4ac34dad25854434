import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { MESSAGE_MAX } from "~/contract/limits";
import { HOUR_MS } from "~/contract/time";
import { scheduled } from "../../workers/scheduled";
import { strictD1 } from "../factories/strict-d1";
import { member } from "../workers/client";
import { connect } from "../workers/connect";

const DB = strictD1(env.DB);

type Member = Awaited<ReturnType<typeof member>>;

async function pair(): Promise<[Member, Member]> {
  const [ada, grace] = [await member("ada"), await member("grace")];
  await connect(ada, grace);
  await ada.call("sendMessage", { params: { userId: grace.id }, body: { content: "hello" } });
  return [ada, grace];
}

/** Stores messages that were sent two hours ago. */
async function fill(one: Member, other: Member, contents: string[]): Promise<void> {
  for (const content of contents)
    await env.DB.prepare(
      `INSERT INTO chat_messages (conversation, sender, content, created_at)
      SELECT key, low, ?1, ?2 FROM conversations WHERE low_id = min(?3, ?4) AND high_id = max(?3, ?4)`,
    )
      .bind(content, Date.now() - 2 * HOUR_MS, one.id, other.id)
      .run();
}

/** Returns a message of 5,000 letters, of which each pair is a word of its own: the words take more than twice the bytes of the message. */
const dense = (nth: number) =>
  Array.from({ length: MESSAGE_MAX }, (_, at) =>
    String.fromCodePoint(0x4e00 + ((nth * 7919 + at * (at + 1)) % 20000)),
  ).join("");

const run = (hours = 3) => scheduled({ scheduledTime: Date.now() + hours * HOUR_MS }, { ...env, DB });

describe("messages whose words are larger than a value of the database", () => {
  test("are found after the next run, and so are those of everybody else", async () => {
    const [eve, mallory] = await pair();
    const [ada, grace] = await pair();
    await fill(
      eve,
      mallory,
      Array.from({ length: 64 }, (_, nth) => dense(nth)),
    );
    await fill(ada, grace, ["lighthouse", ...Array.from({ length: 40 }, (_, nth) => `evening ${nth}`)]);
    await run();
    await run();
    const { results } = await env.DB.prepare(
      "SELECT max(octet_length(words)) AS bytes, count(*) AS blocks, sum(words IS NULL) AS missing FROM message_blocks",
    ).all<{ bytes: number; blocks: number; missing: number }>();
    expect(results[0]).toMatchObject({ missing: 0 });
    expect(results[0]?.bytes).toBeLessThan(100_000);
    const words = await env.DB.prepare(
      "SELECT count(*) AS n FROM message_blocks WHERE instr(words, ' lighthouse ')",
    ).first("n");
    expect(words).toBe(1);
  });
});

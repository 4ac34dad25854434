import { describe, expect, it } from "vitest";
import { ToggleQueue } from "~/features/post/toggle-queue";

/** A server whose answers a test gives one by one. */
function server(confirmed = false) {
  const sent: { on: boolean; answer: (ok: boolean) => void }[] = [];
  const told: string[] = [];
  const queue = new ToggleQueue<boolean>(
    confirmed,
    (on) =>
      new Promise((resolve, reject) =>
        sent.push({ on, answer: (ok) => (ok ? resolve(on) : reject(new Error("no"))) }),
      ),
    {
      settled: (reply) => told.push(`settled ${reply}`),
      failed: (had, wanted) => told.push(`failed ${wanted}, still ${had}`),
    },
  );
  const answer = async (ok: boolean) => {
    sent.at(-1)?.answer(ok);
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { queue, sent, told, answer, wishes: () => sent.map(({ on }) => on) };
}

describe("a queue of toggles", () => {
  it("sends a wish at once and tells when it has settled", async () => {
    const { queue, answer, told, wishes } = server();
    void queue.wish(true);
    expect([wishes(), queue.busy]).toEqual([[true], true]);
    await answer(true);
    expect([told, queue.busy]).toEqual([["settled true"], false]);
  });

  it("has one call in flight, and sends only the last wish when it differs", async () => {
    const { queue, answer, told, wishes } = server();
    for (const on of [true, false, true, false]) void queue.wish(on);
    expect(wishes()).toEqual([true]);
    await answer(true);
    expect([wishes(), told]).toEqual([[true, false], []]);
    await answer(true);
    expect(told).toEqual(["settled false"]);
  });

  it("sends nothing more when the last wish is what was sent", async () => {
    const { queue, answer, told, wishes } = server();
    for (const on of [true, false, true]) void queue.wish(on);
    await answer(true);
    expect([wishes(), told]).toEqual([[true], ["settled true"]]);
  });

  it("goes back to what the server has when a call fails, and takes wishes again", async () => {
    const { queue, answer, told, wishes } = server(true);
    void queue.wish(false);
    await answer(false);
    expect([told, queue.busy]).toEqual([["failed false, still true"], false]);
    void queue.wish(false);
    await answer(true);
    expect([wishes(), told.at(-1)]).toEqual([[false, false], "settled false"]);
  });

  it("sends nothing for a wish that is already so", () => {
    const { queue, wishes } = server(true);
    void queue.wish(true);
    expect([wishes(), queue.busy]).toEqual([[], false]);
  });
});

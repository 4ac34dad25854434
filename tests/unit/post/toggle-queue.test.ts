import { describe, expect, it } from "vitest";
import { ToggleQueue } from "~/features/post/toggle-queue";

/** A queue whose calls a test answers one by one. */
function server(confirmed = false) {
  const sent: { on: boolean; answer: (ok: boolean) => void }[] = [];
  const events: string[] = [];
  const queue = new ToggleQueue<boolean>(
    confirmed,
    (on) =>
      new Promise((resolve, reject) =>
        sent.push({ on, answer: (ok) => (ok ? resolve(on) : reject(new Error("no"))) }),
      ),
    {
      onSettled: (reply) => events.push(`settled ${reply}`),
      onFailed: (confirmed, desired) => events.push(`failed ${desired}, still ${confirmed}`),
    },
  );
  const answer = async (ok: boolean) => {
    sent.at(-1)?.answer(ok);
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { queue, sent, events, answer, calls: () => sent.map(({ on }) => on) };
}

describe("toggle queue", () => {
  it("sends the desired state at once and calls back when it is confirmed", async () => {
    const { queue, answer, events, calls } = server();
    void queue.set(true);
    expect([calls(), queue.busy]).toEqual([[true], true]);
    await answer(true);
    expect([events, queue.busy]).toEqual([["settled true"], false]);
  });

  it("has one call in flight, and then sends only the last desired state", async () => {
    const { queue, answer, events, calls } = server();
    for (const on of [true, false, true, false]) void queue.set(on);
    expect(calls()).toEqual([true]);
    await answer(true);
    expect([calls(), events]).toEqual([[true, false], []]);
    await answer(true);
    expect(events).toEqual(["settled false"]);
  });

  it("sends nothing more when the last desired state is the one sent", async () => {
    const { queue, answer, events, calls } = server();
    for (const on of [true, false, true]) void queue.set(on);
    await answer(true);
    expect([calls(), events]).toEqual([[true], ["settled true"]]);
  });

  it("rolls back to the confirmed state when a call fails, and sends again afterwards", async () => {
    const { queue, answer, events, calls } = server(true);
    void queue.set(false);
    await answer(false);
    expect([events, queue.busy]).toEqual([["failed false, still true"], false]);
    void queue.set(false);
    await answer(true);
    expect([calls(), events.at(-1)]).toEqual([[false, false], "settled false"]);
  });

  it("resolves to the confirmed state once no call is in flight, also for one who joins", async () => {
    const { queue, answer } = server();
    const first = queue.set(true);
    const joined = queue.set(true);
    await answer(true);
    expect(await Promise.all([first, joined, queue.set(true)])).toEqual([true, true, true]);
    const failed = queue.set(false);
    await answer(false);
    expect(await failed).toBe(true);
  });

  it("sends nothing when the desired state is confirmed already", () => {
    const { queue, calls } = server(true);
    void queue.set(true);
    expect([calls(), queue.busy]).toEqual([[], false]);
  });
});

import type { CDPSession } from "playwright-core";
import type { Phone } from "./phone";

export interface Scrolled {
  /** Frames drawn a second. */
  fps: number;
  /** Share of the frames that came more than half a frame late. */
  late: number;
  /** Milliseconds, as measured by the page. */
  longestFrame: number;
  /** CPU milliseconds of the page's main thread, without the time of other processes. */
  longestTask: number;
  tasksOver50: number;
  /** Share of the time in which the page's main thread was busy. */
  busy: number;
  /** Pixels. */
  distance: number;
}

/** Pixels a second: a fast swipe. */
const SPEED = 2500;
const FRAME_MS = 1000 / 60;
const LONG_MS = 50;

declare global {
  interface Window {
    drawn: number[];
  }
}

/**
 * Scrolls off the main thread, as a wheel does, by `distance` pixels (down when positive), and records every frame.
 */
export async function scroll(phone: Phone, distance: number): Promise<Scrolled> {
  const { page, devtools } = phone;
  const top = () => page.evaluate(() => window.scrollY);
  const from = await top();
  const stopTasks = await watchTasks(devtools);
  await page.evaluate(() => {
    const drawn: number[] = [];
    window.drawn = drawn;
    const note = (at: number) => {
      drawn.push(at);
      if (window.drawn === drawn) requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });
  await devtools.send("Input.synthesizeScrollGesture", {
    x: 195,
    y: 500,
    yDistance: -distance,
    speed: SPEED,
    gestureSourceType: "mouse",
    preventFling: true,
  });
  const drawn = await page.evaluate(() => {
    const { drawn } = window;
    window.drawn = [];
    return drawn;
  });
  const tasks = await stopTasks();
  const gaps = drawn.slice(1).map((at, n) => at - (drawn[n] ?? at));
  const seconds = ((drawn.at(-1) ?? 0) - (drawn[0] ?? 0)) / 1000;
  return {
    fps: gaps.length / seconds,
    late: gaps.filter((gap) => gap > FRAME_MS * 1.5).length / gaps.length,
    longestFrame: Math.max(...gaps),
    longestTask: Math.max(0, ...tasks),
    tasksOver50: tasks.filter((ms) => ms > LONG_MS).length,
    busy: tasks.reduce((sum, ms) => sum + ms, 0) / 1000 / seconds,
    distance: Math.abs((await top()) - from),
  };
}

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Microseconds of the thread. */
  tdur?: number;
  args: { name?: string };
}

/**
 * Records every task of the page's main thread.
 * @returns a function that stops recording and resolves to the durations in milliseconds
 */
export async function watchTasks(devtools: CDPSession): Promise<() => Promise<number[]>> {
  const events: TraceEvent[] = [];
  // The protocol leaves the events' shape to the trace format.
  const take = ({ value }: { value: object[] }) => void events.push(...(value as TraceEvent[]));
  devtools.on("Tracing.dataCollected", take);
  await devtools.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: ["disabled-by-default-devtools.timeline", "__metadata"] },
  });
  return async () => {
    const complete = new Promise((resolve) => devtools.once("Tracing.tracingComplete", resolve));
    await devtools.send("Tracing.end");
    await complete;
    devtools.off("Tracing.dataCollected", take);
    const threads = new Set(
      events
        .filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain")
        .map(({ pid, tid }) => `${pid} ${tid}`),
    );
    return events
      .filter(({ name, pid, tid }) => name === "RunTask" && threads.has(`${pid} ${tid}`))
      .map(({ tdur = 0 }) => tdur / 1000);
  };
}

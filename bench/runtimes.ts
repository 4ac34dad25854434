import { readdirSync, readFileSync } from "node:fs";

/** A workerd process, as Linux tells of it. */
interface Runtime {
  pid: number;
  /** Resident memory: now, and at its highest. */
  kb: number;
  kbAtMost: number;
  /** Processor time that its threads have taken so far. */
  cpuMs: number;
}

/** The workerd processes that this process has started, the newest last. */
export function runtimes(): Runtime[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const status = readFileSync(`/proc/${pid}/status`, "utf8");
        const number = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1]);
        if (number("PPid") !== process.pid || !/^Name:\s+workerd/m.test(status)) return [];
        // Nanoseconds on the processor, a thread: the clock of proc(5)'s `stat` ticks a hundred times a second.
        const threads = readdirSync(`/proc/${pid}/task`).map((thread) =>
          Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]),
        );
        const cpuMs = threads.reduce((sum, ns) => sum + ns, 0) / 1e6;
        return [{ pid: Number(pid), kb: number("VmRSS"), kbAtMost: number("VmHWM"), cpuMs }];
      } catch {
        // It ended while it was looked at.
        return [];
      }
    })
    .sort((a, b) => a.pid - b.pid);
}

/** The one that was started last. @throws when there is none */
export function newestRuntime(): Runtime {
  const newest = runtimes().at(-1);
  if (!newest) throw new Error("No workerd is running.");
  return newest;
}

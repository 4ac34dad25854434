import { readdirSync, readFileSync } from "node:fs";

/** A workerd process, from Linux's /proc. */
interface Runtime {
  pid: number;
  /** Resident memory in kilobytes: current and peak. */
  kb: number;
  kbAtMost: number;
  /** CPU time of all threads so far. */
  cpuMs: number;
}

/** Returns the workerd processes started by this process, the newest last. */
export function runtimes(): Runtime[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const status = readFileSync(`/proc/${pid}/status`, "utf8");
        const number = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1]);
        if (number("PPid") !== process.pid || !/^Name:\s+workerd/m.test(status)) return [];
        // Nanoseconds of CPU time of a thread; `stat` of proc(5) has a resolution of only 10 ms.
        const threads = readdirSync(`/proc/${pid}/task`).map((thread) =>
          Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]),
        );
        const cpuMs = threads.reduce((sum, ns) => sum + ns, 0) / 1e6;
        return [{ pid: Number(pid), kb: number("VmRSS"), kbAtMost: number("VmHWM"), cpuMs }];
      } catch {
        // The process ended in the meantime.
        return [];
      }
    })
    .sort((a, b) => a.pid - b.pid);
}

/**
 * Returns the process that was started last.
 * @throws when there is none
 */
export function newestRuntime(): Runtime {
  const newest = runtimes().at(-1);
  if (!newest) throw new Error("No workerd is running.");
  return newest;
}

import { scriptUrl } from "~/ui/script-url";
import type { HeicJob, HeicReply } from "./heic.worker";
import workerUrl from "./heic.worker?worker&url";
import type { Fit } from "./scale-pixels";

/** Limits of a file that does not decode, and of an idle worker: its memory grows with a photo and never shrinks. */
const TIMEOUT_MS = 60_000;
const IDLE_MS = 10_000;

/** The decoder could not be loaded. */
export class DecoderMissingError extends Error {
  override readonly name = "DecoderMissingError";
}

let worker: Worker | undefined;
let idle: ReturnType<typeof setTimeout> | undefined;
let last: Promise<unknown> = Promise.resolve();

/**
 * Returns a HEIC photo as an upright PNG. Files are decoded one at a time, in a worker: the response with its script
 * has no content security policy, while that of pages forbids WebAssembly.
 * @param fit the largest size of the PNG; by default it has the photo's
 * @throws DecoderMissingError; another error when the file is damaged or takes more than a minute
 */
export function decodeHeic(file: Blob, fit?: Fit): Promise<Blob> {
  const decoded = last.then(() => decodeNext({ file, fit }));
  last = decoded.catch(() => undefined);
  return decoded;
}

async function decodeNext(job: HeicJob): Promise<Blob> {
  clearTimeout(idle);
  worker ??= new Worker(scriptUrl(workerUrl), { type: "module" });
  try {
    const reply = await replyOf(worker, job);
    if ("png" in reply) return reply.png;
    throw reply.failed === "decoder" ? new DecoderMissingError() : new Error("The HEIC photo is damaged.");
  } catch (error) {
    // A damaged file may have left the decoder's memory in any state.
    end();
    throw error;
  } finally {
    idle = setTimeout(end, IDLE_MS);
  }
}

function end(): void {
  worker?.terminate();
  worker = undefined;
}

function replyOf(worker: Worker, job: HeicJob): Promise<HeicReply> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("The HEIC photo took too long.")), TIMEOUT_MS);
    const settle = <T>(how: (value: T) => void) => {
      return (value: T) => {
        clearTimeout(timer);
        how(value);
      };
    };
    worker.onmessage = settle(({ data }: MessageEvent<HeicReply>) => resolve(data));
    // Its script could not be loaded.
    worker.onerror = settle(() => reject(new DecoderMissingError()));
    worker.postMessage(job);
  });
}

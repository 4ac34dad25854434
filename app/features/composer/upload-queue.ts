import { sendReadable } from "~/features/photo/send-readable";
import { uploadPhoto } from "./upload-photo";

/** Uploads at the same time. More would not be faster, and each holds its photo in memory. */
const AT_ONCE = 3;

interface Job {
  control: AbortController;
  /** The URL of the uploaded photo. */
  url: Promise<string>;
  isUploaded: boolean;
}

/**
 * Creates a queue of uploads, a few of which are in flight. All callers of `upload` share a photo's upload, so a
 * retry of a failed post uploads only the photos that failed.
 * @param onProgress called with the uploaded fraction of a photo, 0 to 1, and with null at the end of its upload
 */
export function createUploadQueue(
  onProgress: (photo: Blob, fraction: number | null) => void,
  send = uploadPhoto,
) {
  const jobs = new Map<Blob, Job>();
  const sendInSlot = createSender(send);

  /** Returns the URL of the uploaded photo, and uploads it if needed. @throws UploadError or AbortError */
  function upload(photo: Blob): Promise<string> {
    const known = jobs.get(photo);
    if (known) return known.url;
    const control = new AbortController();
    // A cancelled upload may end after a new one of the same photo has begun.
    const isCurrent = () => jobs.get(photo)?.control === control;
    const report = (fraction: number | null) => isCurrent() && onProgress(photo, fraction);
    const url = sendInSlot(photo, control.signal, report).then(
      (uploaded) => {
        const job = jobs.get(photo);
        if (job && isCurrent()) job.isUploaded = true;
        report(null);
        return uploaded;
      },
      (error: unknown) => {
        report(null);
        if (isCurrent()) jobs.delete(photo);
        throw error;
      },
    );
    jobs.set(photo, { control, url, isUploaded: false });
    onProgress(photo, 0);
    return url;
  }

  /** Cancels the upload of a photo, unless it is complete. */
  function cancel(photo: Blob): void {
    const job = jobs.get(photo);
    if (!job || job.isUploaded) return;
    onProgress(photo, null);
    jobs.delete(photo);
    job.control.abort();
  }

  return {
    upload,
    cancel,
    cancelAll: () => {
      for (const photo of [...jobs.keys()]) cancel(photo);
    },
    /** Makes later calls upload all photos again, as after the server has deleted an unused upload. */
    forget: () => jobs.clear(),
  };
}

/** Returns a function that waits for a slot, sends a photo and resolves to its URL. */
function createSender(send: typeof uploadPhoto) {
  const { acquire, release } = createSlots();
  return async (photo: Blob, signal: AbortSignal, report: (fraction: number) => void): Promise<string> => {
    await acquire(signal);
    const sendOnce = (content: Blob) => {
      signal.throwIfAborted();
      const { done, cancel } = send(content, report);
      signal.addEventListener("abort", cancel);
      return done;
    };
    try {
      return (await sendReadable(photo, sendOnce)).url;
    } finally {
      release();
    }
  };
}

/** Returns the slots of the uploads in flight. Uploads get them in the order in which they ask. */
function createSlots() {
  const waiting: (() => void)[] = [];
  let free = AT_ONCE;

  /** Waits for a free slot. @throws AbortError */
  function acquire(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (free > 0) {
        free--;
        return resolve();
      }
      waiting.push(resolve);
      signal.addEventListener("abort", () => {
        const at = waiting.indexOf(resolve);
        if (at >= 0) waiting.splice(at, 1);
        reject(signal.reason);
      });
    });
  }

  function release(): void {
    const next = waiting.shift();
    if (next) next();
    else free++;
  }
  return { acquire, release };
}

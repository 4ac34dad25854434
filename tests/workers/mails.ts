import { expect, vi } from "vitest";

/** Returns the mails sent while `run` runs, as the terminal shows them. */
export async function mailsDuring(run: () => Promise<unknown>, count = 1): Promise<string[]> {
  const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
  const mails = () => log.mock.calls.map(([text]) => String(text)).filter((text) => text.includes("✉"));
  try {
    await run();
    await expect.poll(mails).toHaveLength(count);
    return mails();
  } finally {
    log.mockRestore();
  }
}

/** Returns the token of the link in a mail, or "" if there is none. */
export const tokenIn = (mail: string | undefined) => /\?token=([\w-]+)/.exec(mail ?? "")?.[1] ?? "";

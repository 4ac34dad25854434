import { expect, type Session } from "../e2e/test";
import type { MediaFile } from "./files";
import { type Outcomes, refusal } from "./outcomes";

/** Uploads each file as it is, as a program does, and returns the size of the stored photo or the refusal. */
export async function uploadAll({ request }: Session, files: readonly MediaFile[]): Promise<Outcomes> {
  const outcomes: Outcomes = {};
  for (const { name, type, content } of files) {
    const file = { name, mimeType: type || "application/octet-stream", buffer: content };
    const reply = await request.post("/api/media", { multipart: { file } });
    const { width, height, message } = await reply.json();
    expect([201, 413, 415], `${name}: ${reply.status()}`).toContain(reply.status());
    outcomes[name] = reply.status() === 201 ? `${width} × ${height}` : refusal(message);
  }
  return outcomes;
}

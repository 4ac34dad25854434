import { Transform, type TransformCallback } from "node:stream";

/** Returns a stream that passes on the lines for which `keep` returns true. */
export function filterLines(keep: (line: string) => boolean): Transform {
  let rest = "";
  return new Transform({
    transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback) {
      const lines = (rest + chunk.toString("utf8")).split("\n");
      rest = lines.pop() ?? "";
      const kept = lines.filter(keep).map((line) => `${line}\n`);
      done(null, kept.join(""));
    },
    flush(done: TransformCallback) {
      done(null, rest && keep(rest) ? rest : "");
    },
  });
}

/** Whether a line of the Worker's log is not the JSON line of a request. Mails and errors are not. */
export function isNoRequestLine(line: string): boolean {
  return !line.startsWith('{"at":');
}

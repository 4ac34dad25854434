import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { makeZip } from "client-zip";
import type { Unstable_Config } from "wrangler";
import { AppError } from "~/contract/errors";
import { isReportReason, reportReasons } from "~/contract/safety";
import type { ExportFile } from "~/domain/accounts/export-account";
import { exportAsOperator } from "~/domain/accounts/export-as-operator";
import { type Removable, removeAsOperator } from "~/domain/moderation/remove-as-operator";
import { CommandError } from "../command";
import { asOperator } from "./context";
import { required } from "./statements";

interface Options {
  remote: boolean;
  "dry-run": boolean;
  reason?: string;
  note?: string;
}

/** The commands that need the bucket: they run a use case of the application. Each returns the rows to print. @throws CommandError */
export const useCases: Record<
  string,
  (args: string[], config: Unstable_Config, options: Options) => Promise<object[]>
> = {
  async remove([named = ""], config, { reason = "", note = "", ...options }) {
    const target = removableNamed(required(named, "remove"));
    if (!isReportReason(reason)) throw new CommandError(`--reason is one of ${reportReasons.join(", ")}.`);
    const isDryRun = options["dry-run"];
    return refusing(async () => [
      await asOperator(config, options.remote, (ctx) =>
        removeAsOperator(ctx, target, { reason, note, isDryRun }),
      ),
    ]);
  },

  async export([username = "", file = ""], config, { note = "", ...options }) {
    required(username, "export");
    if (existsSync(required(file, "export"))) throw new CommandError(`${file} exists already.`);
    const isDryRun = options["dry-run"];
    return refusing(() =>
      asOperator(config, options.remote, async (ctx) => {
        const name = username.replace(/^@/, "");
        const { member, files } = await exportAsOperator(ctx, name, { note, isDryRun });
        // Only the caller may read it.
        if (files) await writeFile(file, zipOf(files), { flag: "wx", mode: 0o600 });
        return [{ member, file }];
      }),
    );
  },
};

/** Node's streams can be iterated; the type is the browser's. */
const zipOf = (files: AsyncGenerator<ExportFile>) => makeZip(files) as unknown as AsyncIterable<Uint8Array>;

/** Returns what `remove` names: a post by its address or path, else a report by its id. */
export function removableNamed(text: string): Removable {
  const [, postId] = /\/post\/([^/?#]+)/.exec(text) ?? [];
  return postId ? { postId } : { reportId: text };
}

async function refusing<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof AppError) throw new CommandError(error.message);
    throw error;
  }
}

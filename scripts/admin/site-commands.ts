import { exportAsOperator } from "~/domain/accounts/export-as-operator";
import { operator } from "~/domain/moderation/act";
import { type Removable, removeAsOperator } from "~/domain/moderation/remove-as-operator";
import {
  type Block,
  blockSignUps,
  emailBlock,
  listBlocks,
  networkBlock,
  unblockSignUps,
} from "~/domain/moderation/sign-up-blocks";
import { countSite, listOpenReports, showReport } from "~/domain/moderation/site-reads";
import { CommandError } from "../command";
import { exportBlocks, importBlocks } from "./block-list";
import { type Command, endOf, reasonOf, required } from "./command";
import { zipOf } from "./zip";

const SHOW = "show REPORT";
const REMOVE = "remove REPORT|POST-ADDRESS --reason REASON [--note TEXT]";
const EXPORT = "export USERNAME FILE.zip [--note TEXT]";

/** The commands about reports, content, blocks of sign-ups and the site, by name. */
export const siteCommands = {
  reports: { usage: "reports", does: "lists the open reports", prepare: () => ({ run: listOpenReports }) },
  show: {
    usage: SHOW,
    does: "shows a report with its snapshot",
    prepare: ([id]) => {
      const wanted = required(id, SHOW);
      return {
        run: async (ctx) => {
          const rows = await showReport(ctx, wanted);
          if (rows.length === 0) throw new CommandError(`There is no report ${wanted}.`);
          return rows;
        },
      };
    },
  },
  remove: {
    usage: REMOVE,
    does: "removes what a report is about, or a post",
    prepare: ([named], options) => {
      const target = removableNamed(required(named, REMOVE));
      const [reason, note] = [reasonOf(options), options.note ?? ""];
      return {
        preview: async (ctx) => [await removeAsOperator(ctx, target, { reason, note, isDryRun: true })],
        run: async (ctx) => [await removeAsOperator(ctx, target, { reason, note, isDryRun: false })],
      };
    },
  },
  export: {
    usage: EXPORT,
    does: "writes a member's own export to a file, for a lawful request; the member is not notified",
    prepare: ([name, path], { note = "" }, io) => {
      const [username, file] = [required(name, EXPORT).replace(/^@/, ""), required(path, EXPORT)];
      io.requireNew(file);
      return {
        preview: async (ctx) => {
          const { member } = await exportAsOperator(ctx, username, { note, isDryRun: true });
          return [{ member, file }];
        },
        run: async (ctx) => {
          const { member, files } = await exportAsOperator(ctx, username, { note, isDryRun: false });
          if (files) await io.write(file, zipOf(files));
          return [{ member, file }];
        },
      };
    },
  },
  "block-email": blocking("block-email ADDRESS|DOMAIN", emailOf),
  "unblock-email": unblocking("unblock-email ADDRESS|DOMAIN", emailOf),
  "block-network": blocking("block-network ADDRESS|NETWORK", networkOf),
  "unblock-network": unblocking("unblock-network ADDRESS|NETWORK", networkOf),
  blocks: { usage: "blocks", does: "lists the blocks of sign-ups", prepare: () => ({ run: listBlocks }) },
  "import-blocks": importBlocks,
  "export-blocks": exportBlocks,
  stats: {
    usage: "stats",
    does: "counts members, reports, appeals and decisions",
    prepare: () => ({ run: countSite }),
  },
} satisfies Record<string, Command>;

/** Returns what `remove` names: a post by its address or path, else a report by its id. */
export function removableNamed(text: string): Removable {
  const [, postId] = /\/post\/([^/?#]+)/.exec(text) ?? [];
  return postId ? { postId } : { reportId: text };
}

function emailOf(text: string): Block {
  const block = emailBlock(text);
  if (!block) throw new CommandError("Please enter an email address or a domain, such as spam.example.");
  return block;
}

function networkOf(text: string): Block {
  const block = networkBlock(text);
  if (!block)
    throw new CommandError(
      "Please enter an IP address or a network, such as 203.0.113.0/24 (from /8) or 2001:db8::/32 (from /16 to /64).",
    );
  return block;
}

function blocking(named: string, read: (text: string) => Block): Command {
  const usage = `${named} [--days N] [--note TEXT]`;
  return {
    usage,
    does: "blocks sign-ups; again, it changes the end",
    prepare: ([text], options) => {
      const block = read(required(text, usage));
      const { kind, value: blocked } = block;
      const until = endOf(options, new Date());
      return {
        preview: async () => [{ kind, blocked, until }],
        run: async (ctx) => {
          await blockSignUps(ctx, operator, [{ block, until }], options.note ?? "");
          return [{ kind, blocked, until }];
        },
      };
    },
  };
}

function unblocking(named: string, read: (text: string) => Block): Command {
  const usage = `${named} [--note TEXT]`;
  return {
    usage,
    does: "ends such a block",
    prepare: ([text], { note = "" }) => {
      const block = read(required(text, usage));
      const { kind, value: unblocked } = block;
      return {
        preview: async () => [{ kind, unblocked }],
        run: async (ctx) => {
          if (!(await unblockSignUps(ctx, operator, block, note)))
            throw new CommandError(`${unblocked} is not blocked.`);
          return [{ kind, unblocked }];
        },
      };
    },
  };
}

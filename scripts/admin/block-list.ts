import { operator } from "~/domain/moderation/act";
import {
  BLOCKS_AT_ONCE,
  blockSignUps,
  emailBlock,
  listBlocks,
  networkBlock,
  type TimedBlock,
} from "~/domain/moderation/sign-up-blocks";
import { CommandError } from "../command";
import { type Command, required } from "./command";

/** Faulty lines that an error names. */
const NAMED_MAX = 10;

const IMPORT = "import-blocks FILE [--note TEXT]";
const EXPORT = "export-blocks FILE";

/** Blocks what the lines of a file name, or nothing when one is wrong. */
export const importBlocks: Command = {
  usage: IMPORT,
  does: "blocks sign-ups with all that a file names, CSV or JSON lines; nothing when a line is wrong",
  prepare: ([path], { note = "" }, io) => {
    const file = required(path, IMPORT);
    const read = async (now: Date) => parseBlocks(await io.read(file), now);
    return {
      preview: async (ctx) => [{ file, blocks: (await read(ctx.now())).length }],
      run: async (ctx) => {
        const blocks = await read(ctx.now());
        return [{ file, blocks: blocks.length, changed: await blockSignUps(ctx, operator, blocks, note) }];
      },
    };
  },
};

/** Writes the blocks in force to a file that `import-blocks` reads. */
export const exportBlocks: Command = {
  usage: EXPORT,
  does: "writes the blocks to a file that import-blocks reads: JSON lines if its name ends in .jsonl, else CSV",
  prepare: ([path], _, io) => {
    const file = required(path, EXPORT);
    io.requireNew(file);
    return {
      preview: async (ctx) => [{ file, blocks: (await listBlocks(ctx)).length }],
      run: async (ctx) => {
        const blocks = await listBlocks(ctx);
        const rows = blocks.map(({ kind, value, until }) => ({ kind, value, until }));
        const lines = file.endsWith(".jsonl")
          ? rows.map((row) => JSON.stringify(row))
          : ["kind,value,until", ...rows.map(({ kind, value, until }) => `${kind},${value},${until ?? ""}`)];
        await io.write(file, lines.map((line) => `${line}\n`).join(""));
        return [{ file, blocks: blocks.length }];
      },
    };
  },
};

/**
 * Returns the blocks of a list: JSON lines with `value` and maybe `until`, or CSV whose heading names these columns;
 * without a heading each line is an address, a domain or a network, as in lists on the Web. Skips empty lines, lines
 * that begin with "#" and blocks whose end is over. The last of equal blocks counts.
 * @throws CommandError that names the faulty lines
 */
export function parseBlocks(text: string, now: Date): TimedBlock[] {
  const lines = text.replace(/^\u{FEFF}/u, "").split(/\r?\n/);
  const heading = lines
    .find((line) => line.trim() !== "")
    ?.toLowerCase()
    .split(",")
    .map((name) => name.trim());
  const columns = heading?.includes("value") ? heading : null;
  const blocks = new Map<string, TimedBlock>();
  const faults: string[] = [];
  let isHeading = columns !== null;
  for (const [index, line] of lines.entries()) {
    if (line.trim() === "" || line.startsWith("#")) continue;
    if (isHeading) {
      isHeading = false;
      continue;
    }
    const found = blockIn(line, columns);
    if (!found) faults.push(`line ${index + 1}: ${line.slice(0, 80)}`);
    else if (found.until === null || found.until > now.toISOString())
      blocks.set(`${found.block.kind} ${found.block.value}`, found);
  }
  if (faults.length > 0) throw new CommandError(faultText(faults));
  if (blocks.size > BLOCKS_AT_ONCE)
    throw new CommandError(`A list has at most ${BLOCKS_AT_ONCE} blocks; this one has ${blocks.size}.`);
  return [...blocks.values()];
}

function faultText(faults: string[]): string {
  const more = faults.length > NAMED_MAX ? [`and ${faults.length - NAMED_MAX} more`] : [];
  return ["Nothing was imported. These lines are wrong:", ...faults.slice(0, NAMED_MAX), ...more].join("\n");
}

/** @returns null for a faulty line */
function blockIn(line: string, columns: string[] | null): TimedBlock | null {
  const row = line.startsWith("{") ? parsed(line) : cells(line, columns);
  if (typeof row?.value !== "string") return null;
  // A network before a domain: an IPv4 address would be one too.
  const block = networkBlock(row.value) ?? emailBlock(row.value);
  const until = endIn(row.until);
  if (!block || until === undefined || (row.kind && row.kind !== block.kind)) return null;
  return { block, until };
}

function cells(line: string, columns: string[] | null): Record<string, unknown> {
  const values = line.split(",").map((value) => value.trim().replace(/^"(.*)"$/, "$1"));
  if (!columns) return { value: values.length === 1 ? values[0] : null };
  return Object.fromEntries(columns.map((name, index) => [name, values[index] ?? ""]));
}

function parsed(line: string): Record<string, unknown> | null {
  try {
    const row: unknown = JSON.parse(line);
    return typeof row === "object" ? (row as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** @returns the time as ISO 8601, null for none, undefined for a text that is no time */
function endIn(until: unknown): string | null | undefined {
  if (until === undefined || until === null || until === "") return null;
  const time = typeof until === "string" ? Date.parse(until) : Number.NaN;
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

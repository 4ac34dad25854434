import { existsSync } from "node:fs";
import { loadavg } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { CommandError, runCommand } from "../scripts/command";
import { projectRoot } from "../scripts/local-state";
import { type BuildUnderTest, prepare } from "./globe/build-under-test";
import { places, type Region, regions } from "./globe/places";
import { measureRound, type Row, rows, type Sample } from "./globe/round";
import { percentile } from "./hub/sockets";

/**
 * `npm run bench:globe`: the built Worker for members all over the world, with the round trips of globe/places.ts at
 * its bindings. Each cell: milliseconds, the median of three rounds, and how often data crossed the border of the
 * database's continent before the reader had theirs, the most of three.
 *
 * `-- --against <checkout>` measures the build of another checkout in turns with this one; `--database` chooses the
 * region of the database. The last figures, and what is left out, are in docs/performance.md.
 */
const ROUNDS = 3;

interface Measured {
  build: BuildUnderTest;
  samples: Map<string, Sample[]>;
  hubs: Record<string, Region>;
}

function readOptions(): { checkouts: [string, string][]; database: Region } {
  const { values } = parseArgs({
    options: {
      against: { type: "string" },
      database: { type: "string", default: regions[0] },
    },
  });
  const database = regions.find((region) => region === values.database);
  if (!database) throw new CommandError(`The database can be in ${regions.join(", ")}.`);
  const against = values.against === undefined ? [] : [path.resolve(values.against)];
  for (const folder of against) {
    if (!existsSync(path.join(folder, "build/server/wrangler.json"))) {
      throw new CommandError(`There is no build in ${folder}.`);
    }
  }
  return {
    checkouts: [
      ...against.map((folder): [string, string] => [path.basename(folder), folder]),
      ["this build", projectRoot],
    ],
    database,
  };
}

const keyOf = (row: Row, place: string) => `${row} ${place}`;

function cell(samples: Sample[] | undefined): string {
  if (!samples) return "";
  const ms = percentile(
    samples.map((sample) => sample.ms),
    0.5,
  );
  const crossings = Math.max(...samples.map((sample) => sample.crossings));
  return `${ms.toFixed(0)} ms ${crossings}×`;
}

function print(all: Measured[], database: Region): void {
  const line = (name: string, cells: string[]) =>
    console.log(`${name.padEnd(42)}${cells.map((text) => text.padStart(13)).join("")}`);
  const { pairs } = all[0]?.build.members ?? { pairs: [] };
  console.log(`\nThe database is in ${places[database].name}; load ${loadavg()[0]?.toFixed(1)}\n`);
  line(
    "",
    pairs.map(({ place }) => places[place].name),
  );
  for (const { build, hubs } of all) {
    line(
      `region of the hub: ${build.name}`,
      build.members.pairs.map(({ one }) => hubs[one.id] ?? ""),
    );
  }
  for (const row of rows) {
    console.log(row);
    for (const { build, samples } of all) {
      line(
        `  ${build.name}`,
        pairs.map(({ place }) => cell(samples.get(keyOf(row, place)))),
      );
    }
  }
}

// Every server that is started pipes its errors into this process's.
process.stderr.setMaxListeners(Number.POSITIVE_INFINITY);

await runCommand(async () => {
  const { checkouts, database } = readOptions();
  const all: Measured[] = [];
  for (const [name, folder] of checkouts) {
    all.push({ build: await prepare(name, folder, database), samples: new Map(), hubs: {} });
  }
  try {
    for (let round = 0; round < ROUNDS; round++) {
      for (const measured of all) {
        const { build, samples } = measured;
        measured.hubs = await measureRound(build, round, database, (row, { place }, sample) => {
          const key = keyOf(row, place);
          samples.set(key, [...(samples.get(key) ?? []), sample]);
        });
      }
    }
    print(all, database);
  } finally {
    for (const { build } of all) build.close();
  }
  process.exit(0);
});

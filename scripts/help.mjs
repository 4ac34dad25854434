// The help and the options of each command of package.json. Plain JavaScript: scripts/ensure-installed.mjs imports it
// before anything is installed.

const log = { "--log": "prints a line for each request" };
const noBuild = { "--no-build": "serves the build that exists" };
const env = { "--env NAME": "another environment of wrangler.toml than production, such as staging" };

/**
 * `does`: what the command does. `takes`: the arguments without a name, if any. `options`: an option, with its value's
 * name, and what it does. `example`: a call. `passes`: the tool that gets all arguments, and checks them. `ownHelp`:
 * whether the command prints its help itself.
 */
export const commands = {
  start: {
    does: "Builds the app, creates the demo data once, and serves it at http://localhost:8787 (PORT: another port).",
    options: { ...log, ...noBuild },
    example: "PORT=8080 npm start -- --log",
  },
  dev: {
    does: "Serves the sources with hot reload, on the data of npm start.",
    options: { ...log, ...noBuild },
    example: "npm run dev -- --log",
  },
  test: {
    does: "Proves every rule once: static checks, unit, workers, build and browser tests.",
    options: {
      "--all": "proves the rules in every place: more browsers, a phone, the newest runtime, deployments",
      "--part N/M": "runs a part: the first of M has all but the browser tests, which the others share",
    },
    example: "npm test -- --all",
  },
  check: {
    does: "Runs the static checks (format, lint, types, dead code) and the unit tests.",
    example: "npm run check",
  },
  fix: { does: "Corrects format and lint.", passes: "biome check", example: "npm run fix -- app/ui" },
  build: {
    does: "Builds the app for a local run, in build/.",
    passes: "react-router build",
    example: "npm run build",
  },
  "chat:add": {
    does: "Creates the next chat database in the account and adds it to wrangler.toml (docs/deploy.md).",
    options: {
      ...env,
      "--location CODE": "the region of the database, such as weur",
      "--jurisdiction CODE": "where its data must stay, such as eu",
    },
    example: "npm run chat:add -- --location weur",
  },
  deploy: {
    does: "Deploys the site to Cloudflare, and stops at the first step that fails (docs/deploy.md).",
    options: {
      "--dry-run": "runs the steps that need no account and no network",
      "--keep-old": "leaves the contract migrations to the next deployment",
      "--check": "deploys nothing: checks the deployed site",
      ...env,
    },
    example: "npm run deploy -- --env staging",
  },
  admin: {
    does: "Moderates from the command line, in the local database (docs/moderation.md).",
    takes: "COMMAND …: `npm run admin -- --help` lists them",
    // It knows the help of each of its commands.
    ownHelp: true,
    options: {
      "--reason REASON": "of remove and suspend: the rule that was broken, such as spam",
      "--days N": "of suspend and blocks: ends after so many days; without it there is no end",
      "--note TEXT": "for moderators, in the log",
      "--remote": "changes the deployed database",
      ...env,
      "--by WAY": "of find: name, email or network",
      "--username NAME": "of create",
      "--dry-run": "prints what a command would do and changes nothing",
      "--json": "prints rows as JSON",
    },
    example: "npm run admin -- suspend eve --reason spam --days 7",
  },
  seed: { does: "Creates the demo data in an empty local database.", example: "npm run seed" },
  prose: {
    does: "Reports faults of wording in comments, test titles and documents. Exits with 1 when there are any.",
    takes: "[FILE|FOLDER …]: all without one",
    example: "npm run prose -- app/ui docs",
  },
  reset: {
    does: "Deletes all local data. The next start creates the demo data again.",
    example: "npm run reset",
  },
  smoke: {
    does: "Starts the server with new data, signs in, reads the feed and stops it: a quick test of a machine.",
    example: "npm run smoke",
  },
  texts: {
    does: "Adds the texts that are new in the code to the catalogs of all languages, and removes those that are gone.",
    example: "npm run texts",
  },
  types: {
    does: "Generates the types that are missing or stale, then checks all types.",
    example: "npm run types",
  },
  backup: {
    does: "Backs up databases and photos of the deployed site, and checks the backup (docs/deploy.md).",
    takes: "FOLDER, or https://HOST/BUCKET with BACKUP_KEY_ID and BACKUP_KEY",
    options: {
      "--check": "makes no backup: checks the newest one",
      ...env,
      "--local": "the data of npm start in place of the deployed site",
    },
    example: "npm run backup -- backups",
  },
  restore: {
    does: "Restores databases and photos of a backup into the deployed site, which must be empty (docs/deploy.md).",
    takes: "FOLDER, or https://HOST/BUCKET with BACKUP_KEY_ID and BACKUP_KEY",
    options: {
      "--backup NAME": "this backup, such as 20261127T034107Z, in place of the newest one",
      "--replace": "deletes the rows that a database has",
      ...env,
      "--local": "the data of npm start in place of the deployed site",
    },
    example: "npm run restore -- backups --env staging",
  },
  drill: {
    does: "Rehearses a restore on this machine, in a folder of its own (docs/deploy.md).",
    options: { "--write": "writes the counts and times into docs/deploy.md" },
    example: "npm run drill",
  },
  bench: {
    does: "Runs the measurements of feed, page, chat, hub, processor time and AI.",
    example: "npm run bench",
  },
  "bench:ai": {
    does: "Measures the embedded AI engine (ROUNDS, AFTERGLOW_SHOTS).",
    example: "npm run bench:ai",
  },
  "bench:bytes": {
    does: "Measures the bytes of rows, and of a year of a member.",
    takes: "[DAYS]: 60 without it",
    example: "npm run bench:bytes 30",
  },
  "bench:chat": {
    does: "Measures the time from sending a message to its arrival.",
    example: "npm run bench:chat",
  },
  "bench:cpu": {
    does: "Measures the processor time of pages and calls (Linux).",
    example: "npm run bench:cpu",
  },
  "bench:darkroom": {
    does: "Measures previews and the export of an edited photo.",
    example: "npm run bench:darkroom",
  },
  "bench:feed": {
    does: "Measures the feed with a million posts (BENCH_POSTS).",
    example: "npm run bench:feed",
  },
  "bench:globe": {
    does: "Measures pages and calls for members all over the world.",
    options: {
      "--against FOLDER": "another checkout, measured in turns with this one",
      "--database REGION": "the region of the database",
    },
    example: "npm run bench:globe -- --against ../before",
  },
  "bench:hub": {
    does: "Measures frames through a hub, and the memory of sockets. Needs a build.",
    example: "npm run bench:hub",
  },
  "bench:large": {
    does: "Measures pages and calls for a member with many connections.",
    takes: "[CONNECTIONS [POSTS]]: 5000, and twice as many, without them",
    example: "npm run bench:large 1000",
  },
  "bench:page": {
    does: "Measures the landing page and the feed on a slow phone.",
    example: "npm run bench:page",
  },
  "test:browsers": {
    does: "Builds, then runs the journeys in Chromium, Firefox and WebKit.",
    passes: "playwright test",
    example: "npm run test:browsers -- --grep offline",
  },
  "test:chat-delivery": {
    does: "Sends 10,000 messages while sockets and the server are killed (CHAT_MESSAGES).",
    example: "npm run test:chat-delivery",
  },
  costs: {
    does: "Counts statements, rows and bytes of every page and call, and writes the budgets.",
    example: "npm run costs",
  },
  "db:generate": {
    does: "Drafts a migration from the schema (docs/database.md).",
    passes: "drizzle-kit generate",
    example: "npm run db:generate -- --name albums",
  },
  mutants: {
    does: "Takes each line of defence out once and runs the tests that must fail.",
    options: {
      "--only TEXT": "those whose file or tests have the text in their path",
      "--jobs N": "so many at a time: 2 without it",
    },
    example: "npm run mutants -- --only edge",
  },
  model: {
    does: "Prints load, costs and the first limits for a number of members (docs/scale.md).",
    options: Object.fromEntries(
      [
        ...["members", "dailyShare", "peak", "connections", "maxConnections", "chattingShare", "visits"],
        ...["minutesVisible", "minutesOpen", "photos", "cacheMisses", "aiImages"],
      ].map((habit) => [`--${habit} N`, "replaces this habit"]),
    ),
    example: "npm run model -- --members 50000",
  },
  media: {
    does: "Chooses files of all kinds in every place that takes photos, and writes docs/media.md.",
    example: "npm run media",
  },
  images: { does: "Renders the images of the landing page and of the README.", example: "npm run images" },
  shots: {
    does: "Takes screenshots of every screen, at four widths and in both themes.",
    takes: "[WORD …]: those whose name has every word",
    example: "npm run shots feed 390 dark",
  },
  styles: { does: "Renders the style tiles of the AI page. Needs a build.", example: "npm run styles" },
  update: {
    does: "Raises every package to its newest version, builds, tests, and prints what failed.",
    example: "npm run update",
  },
};

const callOf = (name) => (name === "start" || name === "test" ? `npm ${name}` : `npm run ${name}`);

/** Returns the help of a command. */
export function helpOf(name) {
  const { does, takes, options = {}, passes, example } = commands[name];
  const rows = [...Object.entries(options), ["--help", "prints this"]];
  const width = Math.max(...rows.map(([option]) => option.length));
  return [
    `${callOf(name)}${takes || passes || rows.length > 1 ? " -- " : ""}${takes ? "[arguments] " : ""}${passes || rows.length > 1 ? "[options]" : ""}`.trimEnd(),
    "",
    does,
    ...(takes ? ["", takes] : []),
    "",
    "Options:",
    ...rows.map(([option, text]) => `  ${option.padEnd(width)}  ${text}`),
    ...(passes ? [`  Others go to \`${passes}\`.`] : []),
    "",
    `Example: ${example}`,
  ].join("\n");
}

/** Returns what is wrong with the arguments of a command; null when nothing is. */
export function problemOf(name, args) {
  const { takes, options = {}, passes } = commands[name];
  if (passes) return null;
  const known = new Map([...Object.keys(options), "--help"].map((option) => option.split(" ")));
  const see = `See ${callOf(name)} -- --help.`;
  for (let at = 0; at < args.length; at++) {
    const [option, value] = args[at].split(/=(.*)/s);
    if (!option.startsWith("-")) {
      if (!takes) return `${callOf(name)} takes no argument "${args[at]}". ${see}`;
    } else if (!known.has(option)) return `Unknown option "${option}". ${see}`;
    else if (known.get(option) === undefined) {
      if (value !== undefined) return `${option} takes no value. ${see}`;
    } else if (value === undefined) {
      at += 1;
      if (args[at] === undefined || args[at].startsWith("--")) return `${option} needs a value. ${see}`;
    }
  }
  return null;
}

/**
 * Returns the command of package.json that runs these words of ensure-installed.mjs; null for a tool run by hand.
 * @param event the name that npm gives the command that it runs
 */
export function commandOf(words, scripts, event) {
  const isOf = (name) => wordsOf(scripts[name]).some((one) => one.every((word, at) => words[at] === word));
  if (event !== undefined && scripts[event] && isOf(event)) return event;
  return Object.keys(scripts).find(isOf) ?? null;
}

const LAUNCHER = "node scripts/ensure-installed.mjs ";

/** Returns the words of each command in a script. */
const wordsOf = (script) =>
  script
    .split(" && ")
    .filter((one) => one.startsWith(LAUNCHER))
    .map((one) => one.slice(LAUNCHER.length).split(" "));

/** Returns the arguments that were added to a command's own words. */
export function addedTo(name, words, scripts) {
  const own = wordsOf(scripts[name]).find((one) => one.every((word, at) => words[at] === word)) ?? [];
  return words.slice(own.length);
}

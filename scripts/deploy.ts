import { parseArgs } from "node:util";
import { runCommand } from "./command";
import { checkSite } from "./deploy/check-site";
import { deploySite } from "./deploy/deploy-site";
import { buildForCloudflare } from "./deploy/steps";
import { productionConfig } from "./local-state";

/**
 * `npm run deploy`: deploys the Worker step by step, and stops at the first step that fails. `--dry-run` runs the steps
 * that need no account and no network: the checks, the build, the migrations on an empty database, and wrangler's dry
 * run. `--keep-old` leaves the contract migrations to the next deployment, so that a rollback stays possible.
 * `--env staging` deploys that environment of wrangler.toml. `--check` deploys nothing: it checks the deployed site.
 */
const {
  "dry-run": isDryRun,
  "keep-old": keepsOld,
  check,
  env: environment,
} = parseArgs({
  options: {
    "dry-run": { type: "boolean", default: false },
    "keep-old": { type: "boolean", default: false },
    check: { type: "boolean", default: false },
    // wrangler's name for the settings at the top of wrangler.toml.
    env: { type: "string", default: "" },
  },
}).values;

const deploy = () =>
  deploySite({
    config: productionConfig,
    environment,
    folder: `build/${environment || "production"}`,
    isDryRun,
    keepsOld,
    build: buildForCloudflare,
  });

await runCommand(() => (check ? checkSite(productionConfig, environment) : deploy()));

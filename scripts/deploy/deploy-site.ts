import { CommandError } from "../command";
import {
  build,
  checkConfig,
  checkHealth,
  checkSecrets,
  contract,
  type Deployment,
  expand,
  upload,
} from "./steps";

interface Step {
  name: string;
  run: (deployment: Deployment) => Promise<void>;
  needsAccount?: true;
}

/** Deploys step by step. @throws CommandError at the first step that fails; its message says what to do */
export async function deploySite(deployment: Deployment): Promise<void> {
  const { isDryRun } = deployment;
  for (const { name, run } of stepsOf(isDryRun).filter(({ needsAccount }) => !(isDryRun && needsAccount))) {
    console.log(`— ${name}`);
    try {
      await run(deployment);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      throw new CommandError(`${error.message}\nStopped at: ${name}. The later steps did not run.`);
    }
  }
  console.log(isDryRun ? "The dry run succeeded. Nothing was deployed." : "Deployed.");
}

function stepsOf(isDryRun: boolean): Step[] {
  const onEmpty = isDryRun ? ", on an empty database" : "";
  return [
    { name: "configuration", run: checkConfig },
    { name: "production build", run: build },
    { name: "secrets", run: checkSecrets, needsAccount: true },
    // Before the code that needs them. The running code works on the new database: these only add (docs/deploy.md).
    { name: `migrations before the code${onEmpty}`, run: expand },
    { name: isDryRun ? "wrangler's dry run" : "deployment", run: upload },
    { name: "health", run: checkHealth, needsAccount: true },
    // The code before could not run without what these drop.
    { name: `migrations after the code${onEmpty}`, run: contract },
  ];
}

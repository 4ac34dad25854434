import { parseArgs } from "node:util";
import { CommandError, runCommand } from "./command";
import type { Mutant } from "./mutants/mutant";
import { MUTANT_VARIABLE } from "./mutants/plugin";
import { mutants } from "./mutants/table";
import { runTool } from "./run";

const args = (tests: readonly string[]) => [
  "run",
  "--bail=1",
  ...["--project", "unit", "--project", "workers"],
  ...tests.map((test) => `tests/${test}.test.ts`),
];

const isIn = ({ file, test }: Mutant, text: string) => file.includes(text) || test.includes(text);

/**
 * `npm run mutants`: removes each line of defence in scripts/mutants/table.ts once and runs the tests that must fail.
 * Exits with 1 when one does not. `-- --only edge` selects by path of file or tests, `--jobs 3` runs three at once.
 */
await runCommand(async () => {
  const { only = "", jobs = "2" } = parseArgs({
    options: { only: { type: "string" }, jobs: { type: "string" } },
  }).values;
  const wanted = mutants.map((mutant, at) => ({ mutant, at })).filter(({ mutant }) => isIn(mutant, only));
  const started = Date.now();
  const whole = await runTool("vitest", args([...new Set(wanted.map(({ mutant }) => mutant.test))]));
  if (!whole.ok) throw new CommandError(`The tests fail without a mutant.\n${whole.output}`);

  const survivors: Mutant[] = [];
  const waiting = [...wanted];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const { mutant, at } = next;
      const { ok, output } = await runTool("vitest", args([mutant.test]), {
        env: { [MUTANT_VARIABLE]: String(at) },
      });
      // A failure without a failed test, such as of the runner, has noticed nothing.
      const isNoticed = !ok && /Tests .*\d+ failed/.test(output);
      if (!isNoticed) survivors.push(mutant);
      console.log(
        `${isNoticed ? "noticed " : "SURVIVED"} ${mutant.file}: ${mutant.text.split("\n")[0]} (${mutant.test})`,
      );
      // Shows that it was noticed by the rule, and not by a timeout of a busy machine.
      if (isNoticed) console.log(`         ${output.match(/FAIL .*\n.*/)?.[0].replace("\n", ": ")}`);
    }
  };
  await Promise.all(Array.from({ length: Number(jobs) }, work));
  const seconds = Math.round((Date.now() - started) / 1000);
  console.log(`${wanted.length - survivors.length} noticed, ${survivors.length} survived, in ${seconds} s`);
  process.exitCode = survivors.length === 0 ? 0 : 1;
});

import path from "node:path";
import type { Reporter, TestCase, TestResult, TestStep } from "@playwright/test/reporter";

/** Prints the last steps of a test that timed out: Playwright names none when the test waited for its own promise. */
export default class OpenSteps implements Reporter {
  onTestEnd(test: TestCase, { status, steps }: TestResult): void {
    if (status !== "timedOut") return;
    const done = steps.filter(({ title }) => title !== "After Hooks" && title !== "Worker Cleanup");
    console.log(`\nThe last steps of "${test.title}":`);
    for (const step of flat(done).slice(-5)) {
      const { file, line } = step.location ?? {};
      const place = file ? ` (${path.relative(process.cwd(), file)}:${line})` : "";
      console.log(`  ${step.duration < 0 ? "never ended: " : ""}${step.title}${place}`);
    }
  }
}

const flat = (steps: readonly TestStep[]): TestStep[] => steps.flatMap((step) => [step, ...flat(step.steps)]);

declare namespace Cloudflare {
  interface Env {
    TEST_MIGRATIONS: import("cloudflare:test").D1Migration[];
    /** Workers AI's binding as production has it, talking to tests/factories/fake-workers-ai.ts. */
    REAL_AI: Ai;
    /** The fake's address, to tell it what to answer and to read what it was asked. */
    FAKE_AI: string;
  }
}

declare namespace Cloudflare {
  interface Env {
    TEST_MIGRATIONS: import("cloudflare:test").D1Migration[];
    /** The real Workers AI binding, connected to tests/factories/fake-workers-ai.ts. */
    REAL_AI: Ai;
    /** URL of the fake, to script its replies and read its requests. */
    FAKE_AI: string;
  }
}

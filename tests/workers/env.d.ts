declare namespace Cloudflare {
  interface Env {
    TEST_MIGRATIONS: import("cloudflare:test").D1Migration[];
    /** Those of the chat databases beside the main one, which only the project `chats` has. */
    TEST_CHAT_MIGRATIONS: import("cloudflare:test").D1Migration[];
    /** An empty database, for tests of the migrations. */
    EMPTY_DB: D1Database;
    /** The real Workers AI binding, connected to tests/factories/fake-workers-ai.ts. */
    REAL_AI: Ai;
    /** The real binding for emails. It refuses another sender than hello@afterglow.test. */
    REAL_EMAIL: SendEmail;
    /** URL of the fake, to script its replies and read its requests. */
    FAKE_AI: string;
  }
}

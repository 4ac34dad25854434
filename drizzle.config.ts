import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "sqlite",
  schema: "./app/db/schema.ts",
  out: "./migrations",
  // No statement-breakpoint comments: wrangler splits a file into statements by itself.
  breakpoints: false,
});

import { config, z } from "zod";

// Otherwise zod would probe `new Function`, which the content security policy blocks and reports. Runs before the first
// schema is created, because the app's modules import `z` from here only.
config({ jitless: true });

export { z };

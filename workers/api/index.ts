import { msg } from "@lingui/core/runtime-macro";
import { Hono } from "hono";
import { calls } from "~/contract/calls";
import { AppError } from "~/contract/errors";
import { nameOfSite } from "~/contract/site";
import type { AppEnv } from "../context";
import { account } from "./account";
import { auth } from "./auth";
import { honoPath } from "./call";
import { chat } from "./chat";
import { collections } from "./collections";
import { connectionRequests } from "./connection-requests";
import { connections } from "./connections";
import { invitations } from "./invitations";
import { mail } from "./mail";
import { media } from "./media";
import { notifications } from "./notifications";
import { openApiDocument } from "./openapi";
import { posts } from "./posts";
import { presence } from "./presence";
import { push } from "./push";
import { safety } from "./safety";
import { studio } from "./studio";
import { users } from "./users";

/** The JSON calls under `/api`. */
export const api = new Hono<AppEnv>();

const nouns = [
  auth,
  account,
  invitations,
  users,
  safety,
  posts,
  collections,
  connections,
  connectionRequests,
  chat,
  mail,
  media,
  notifications,
  push,
  presence,
  studio,
];
for (const noun of nouns) api.route("/", noun);

api.get("/api/openapi.json", (c) => {
  const { site, urlOf } = c.get("edge").ctx;
  return c.json(openApiDocument(new URL(urlOf("/")).origin, nameOfSite(site)));
});

for (const [path, allow] of methodsByPath()) {
  api.all(path, (c) => {
    c.header("Allow", allow);
    throw new AppError("method_not_allowed", msg`This address takes ${{ allow }}.`);
  });
}

api.all("/api/*", () => {
  throw new AppError("not_found", msg`There is no such call.`);
});

function methodsByPath(): Map<string, string> {
  // These do not reply with the JSON of a call and are not in the table.
  const methods = new Map<string, string>([
    ["/api/openapi.json", "GET, HEAD"],
    ["/api/chat/attachments/:messageId", "GET, HEAD"],
  ]);
  for (const { method, path } of Object.values(calls)) {
    const names = method === "GET" ? "GET, HEAD" : method;
    const known = methods.get(honoPath(path));
    methods.set(honoPath(path), known ? `${known}, ${names}` : names);
  }
  return methods;
}

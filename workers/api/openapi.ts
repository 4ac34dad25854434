import { profilePost, profileView, sessionUser, sessionView, userSummary } from "~/contract/accounts";
import { aiImageView, aiResult } from "~/contract/ai";
import { type Call, calls } from "~/contract/calls";
import { isMembersOnly, statusOf } from "~/contract/calls/call";
import { chatListItem, messageView } from "~/contract/chat";
import { collectionView } from "~/contract/collections";
import { commentLikeState, commentView } from "~/contract/comments";
import { connectionItem, connectionStatus } from "~/contract/connections";
import { type ErrorCode, errorBody } from "~/contract/errors";
import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from "~/contract/limits";
import { mediaUpload } from "~/contract/media";
import { notificationView } from "~/contract/notifications";
import { passkeyView } from "~/contract/passkeys";
import { likeState, postView, saveState } from "~/contract/posts";
import { quietHours } from "~/contract/push";
import { z } from "~/contract/zod";
import { errorResponses, filePaths } from "./openapi-files";

/** The views of docs/product.md#api, as component schemas. */
const views = {
  AiImage: aiImageView,
  AiResult: aiResult,
  ChatListItem: chatListItem,
  Collection: collectionView,
  Comment: commentView,
  ConnectionItem: connectionItem,
  ConnectionStatus: connectionStatus,
  Error: errorBody,
  LikeState: likeState,
  CommentLikeState: commentLikeState,
  MediaUpload: mediaUpload,
  Message: messageView,
  Notification: notificationView,
  Passkey: passkeyView,
  Post: postView,
  Profile: profileView,
  ProfilePost: profilePost,
  QuietHours: quietHours,
  SaveState: saveState,
  Session: sessionView,
  SessionUser: sessionUser,
  UserSummary: userSummary,
} satisfies Record<string, z.ZodType>;

/** The first part of a path after `/api` is its tag. */
const tags: Record<string, string> = {
  auth: "Sign-up, log-in and passwords",
  account: "The member's own account and sessions",
  users: "Profiles, search and presence",
  blocks: "Blocked members",
  reports: "Reports to the operator",
  feed: "Posts of the member and their connections",
  posts: "Posts, comments, likes and saves",
  collections: "The member's collections of saved posts",
  media: "Photos",
  connections: "Connections between members",
  notifications: "The member's notifications",
  push: "Push notifications and quiet hours",
  chat: "Conversations and their files",
  ai: "AI tools and the member's AI images",
};

const refOf = (name: string) => `#/components/schemas/${name}`;

type Names = ReadonlyMap<z.ZodType, string>;
type JsonSchemas = Record<string, unknown>;

const viewNames: Names = new Map(Object.entries(views).map(([name, schema]) => [schema, name]));
const bodyNames = namesOf("Body", ({ body }) => (body === "multipart" ? undefined : body));
const replyNames: Names = new Map([...namesOf("Reply", ({ reply }) => reply), ...viewNames]);

/** Returns a name for each schema of the calls, such as `LogInBody`; the first call's name for a schema of several. */
function namesOf(end: string, schemaOf: (call: Call) => z.ZodType | undefined): Names {
  const names = new Map<z.ZodType, string>();
  for (const [name, call] of Object.entries<Call>(calls)) {
    const schema = schemaOf(call);
    if (schema && !names.has(schema))
      names.set(schema, `${name.charAt(0).toUpperCase()}${name.slice(1)}${end}`);
  }
  return names;
}

/** Returns the JSON Schema of each named schema. They refer to each other as components. */
function jsonSchemas(names: Names, io: "input" | "output"): JsonSchemas {
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of names) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { uri: refOf, io });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _, $id: __, ...schema }]) => [name, schema]),
  );
}

/** Returns the OpenAPI 3.1 document of all calls and files. @param site its origin @param title the site's name */
export function openApiDocument(site: string, title: string) {
  const replies = jsonSchemas(replyNames, "output");
  const paths: Record<string, Record<string, unknown>> = { ...filePaths };
  for (const [name, call] of Object.entries<Call>(calls)) {
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operation(name, call, replies) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title,
      version: "1",
      description:
        "Share moments, create memories. Lists are bare arrays; the next page is in the Link header.",
    },
    servers: [{ url: site }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: {
        ...Object.fromEntries(Object.keys(views).map((name) => [name, replies[name]])),
        ...jsonSchemas(bodyNames, "input"),
      },
      securitySchemes: { session: { type: "apiKey", in: "cookie", name: "__Host-afterglow" } },
    },
  };
}

function operation(name: string, call: Call, replies: JsonSchemas) {
  return {
    operationId: name,
    summary: call.summary,
    tags: [call.path.split("/")[2]],
    security: isMembersOnly(call) ? [{ session: [] }] : [],
    parameters: parameters(call),
    ...(call.body
      ? { requestBody: { required: isRequired(call.body), content: requestContent(call.body) } }
      : {}),
    responses: {
      [statusOf(call)]: {
        description: "Success",
        ...(call.reply
          ? { content: { "application/json": { schema: replySchema(call.reply, replies) } } }
          : {}),
        ...(call.paged
          ? { headers: { Link: { schema: { type: "string" }, description: "RFC 8288, rel=next" } } }
          : {}),
      },
      ...errorResponses(errorCodes(call)),
    },
  };
}

function parameters(call: Call) {
  const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  const paging = call.paged
    ? [
        { name: "cursor", in: "query", schema: { type: "string" } },
        {
          name: "limit",
          in: "query",
          schema: { type: "integer", minimum: 1, maximum: PAGE_LIMIT_MAX, default: PAGE_LIMIT_DEFAULT },
        },
      ]
    : [];
  const named = (call.query ?? []).map((name) => ({ name, in: "query", schema: { type: "string" } }));
  return [...inPath, ...named, ...paging];
}

/** Returns a reference to a view, or the schema of any other reply. */
function replySchema(reply: z.ZodType, replies: JsonSchemas): unknown {
  const name = replyNames.get(reply) ?? "";
  return viewNames.has(reply) ? { $ref: refOf(name) } : replies[name];
}

const isRequired = (body: z.ZodType | "multipart") => body === "multipart" || !body.isOptional();

function requestContent(body: z.ZodType | "multipart") {
  if (body !== "multipart")
    return { "application/json": { schema: { $ref: refOf(bodyNames.get(body) ?? "") } } };
  return {
    "multipart/form-data": {
      schema: {
        type: "object",
        required: ["file"],
        properties: { file: { type: "string", contentMediaType: "application/octet-stream" } },
      },
    },
  };
}

function errorCodes(call: Call): ErrorCode[] {
  const always: ErrorCode[] = isMembersOnly(call) ? ["unauthenticated"] : [];
  const forPages: ErrorCode[] = call.paged ? ["malformed"] : [];
  const forBodies: ErrorCode[] = call.body ? ["malformed", "invalid", "too_large"] : [];
  const forWrites: ErrorCode[] = call.method === "GET" ? [] : ["forbidden", "rate_limited", "read_only"];
  return [...new Set([...always, ...forPages, ...forBodies, ...forWrites, ...(call.errors ?? [])])];
}

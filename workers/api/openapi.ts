import { z } from "zod";
import { type Call, calls } from "~/contract/calls";
import { type ErrorCode, errorBody, errorStatus } from "~/contract/errors";

/** Returns the OpenAPI 3.1 document of all calls, from the schemas that validate them. */
export function openApiDocument() {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, call] of Object.entries<Call>(calls)) {
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operation(name, call) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Afterglow",
      version: "1",
      description:
        "Share moments, create memories. Lists are bare arrays; the next page is in the Link header.",
    },
    paths,
    components: {
      schemas: { Error: z.toJSONSchema(errorBody) },
      securitySchemes: { session: { type: "apiKey", in: "cookie", name: "__Host-afterglow" } },
    },
  };
}

function operation(name: string, call: Call) {
  return {
    operationId: name,
    summary: call.summary,
    security: call.access === "member" ? [{ session: [] }] : [],
    parameters: parameters(call),
    ...(call.body
      ? { requestBody: { required: isRequired(call.body), content: requestContent(call.body) } }
      : {}),
    responses: {
      [call.status]: {
        description: "Success",
        ...(call.reply
          ? { content: { "application/json": { schema: z.toJSONSchema(call.reply, { io: "output" }) } } }
          : {}),
        ...(call.paged
          ? { headers: { Link: { schema: { type: "string" }, description: "RFC 8288, rel=next" } } }
          : {}),
      },
      ...Object.fromEntries(errorCodes(call).map((code) => [errorStatus[code], errorResponse(code)])),
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
        { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 50, default: 20 } },
      ]
    : [];
  const named = (call.query ?? []).map((name) => ({ name, in: "query", schema: { type: "string" } }));
  return [...inPath, ...named, ...paging];
}

const isRequired = (body: z.ZodType | "multipart") => body === "multipart" || !body.isOptional();

function requestContent(body: z.ZodType | "multipart") {
  if (body !== "multipart") return { "application/json": { schema: z.toJSONSchema(body, { io: "input" }) } };
  return {
    "multipart/form-data": {
      schema: {
        type: "object",
        required: ["file"],
        properties: { file: { type: "string", format: "binary" } },
      },
    },
  };
}

function errorCodes(call: Call): ErrorCode[] {
  const always: ErrorCode[] = call.access === "member" ? ["unauthenticated"] : [];
  const forBodies: ErrorCode[] = call.body ? ["malformed", "invalid", "too_large"] : [];
  const forWrites: ErrorCode[] = call.method === "GET" ? [] : ["forbidden", "rate_limited"];
  return [...new Set([...always, ...forBodies, ...forWrites, ...(call.errors ?? [])])];
}

function errorResponse(code: ErrorCode) {
  return {
    description: code.replaceAll("_", " "),
    content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
  };
}

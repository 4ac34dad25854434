import { type ErrorCode, errorStatus } from "~/contract/errors";
import { mediaVariants } from "~/contract/media-address";

const inPath = (name: string, schema: object = { type: "string" }) => ({
  name,
  in: "path",
  required: true,
  schema,
});

/** Returns the OpenAPI responses of error codes. */
export function errorResponses(codes: readonly ErrorCode[]) {
  const content = { "application/json": { schema: { $ref: "#/components/schemas/Error" } } };
  return Object.fromEntries(
    codes.map((code) => [errorStatus[code], { description: code.replaceAll("_", " "), content }]),
  );
}

/** Returns the operation of a file that members download. */
function file(
  operationId: string,
  tag: string,
  summary: string,
  contentType: string,
  parameters: object[],
  others: Record<string, unknown>,
) {
  const content = { description: "The file", content: { [contentType]: {} } };
  return {
    get: {
      operationId,
      summary,
      tags: [tag],
      security: [{ session: [] }],
      parameters,
      responses: { 200: content, ...others },
    },
  };
}

/** The responses of a file that browsers keep. */
const kept = {
  304: { description: "The client has the file (If-None-Match)" },
  ...errorResponses(["unauthenticated", "not_found"]),
};

const variants = [
  ...Object.keys(mediaVariants).filter((variant) => variant !== "full"),
  "avatar",
  "original",
];

/** The OpenAPI paths of files. They are not in app/contract/calls.ts: their replies are not JSON. */
export const filePaths = {
  "/api/chat/attachments/{messageId}": file(
    "readAttachment",
    "chat",
    "Download the file of a message, as one of its two members",
    "*/*",
    [inPath("messageId"), { name: "size", in: "query", schema: { enum: ["feed"] } }],
    kept,
  ),
  "/media/{id}": file(
    "readPhoto",
    "media",
    "Return a photo in the size that pages show",
    "image/webp",
    [inPath("id")],
    kept,
  ),
  "/media/{id}/{variant}": file(
    "readPhotoVariant",
    "media",
    "Return a photo in another size; `original` is stored for members who keep originals",
    "image/webp",
    [inPath("id"), inPath("variant", { enum: variants })],
    kept,
  ),
  "/settings/export": file(
    "exportAccount",
    "account",
    "Download the member's data, photos and files",
    "application/zip",
    [],
    {
      202: { description: "Without a session: the address of the log-in page" },
      ...errorResponses(["rate_limited"]),
    },
  ),
};

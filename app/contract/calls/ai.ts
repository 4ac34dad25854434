import {
  aiImageView,
  aiResult,
  altTextInput,
  altTextReply,
  editInput,
  generateInput,
  saveAiAddressInput,
  saveAiImageInput,
  savedAiImage,
  styleInput,
} from "../ai";
import { translateInput, translateReply } from "../translation";
import { z } from "../zod";
import type { Call } from "./call";

/** The calls of AI images, and of translations. */
export const aiCalls = {
  generateImage: {
    method: "POST",
    path: "/api/ai/generate",
    summary: "Generate an image from a prompt",
    body: generateInput,
    status: 201,
    reply: aiResult,
    errors: ["rate_limited", "ai_failed"],
  },
  editImage: {
    method: "POST",
    path: "/api/ai/edit",
    summary: "Edit an image by a prompt. The image is a data URL or the URL of the member's own media",
    body: editInput,
    hasFile: true,
    status: 201,
    reply: aiResult,
    errors: ["rate_limited", "too_large", "unsupported_media", "ai_failed"],
  },
  styleImage: {
    method: "POST",
    path: "/api/ai/style",
    summary: "Apply an art style to an image",
    body: styleInput,
    hasFile: true,
    status: 201,
    reply: aiResult,
    errors: ["rate_limited", "too_large", "unsupported_media", "ai_failed"],
  },
  suggestAltText: {
    method: "POST",
    path: "/api/ai/alt-text",
    summary: "Suggest an alt text for an image",
    body: altTextInput,
    hasFile: true,
    reply: altTextReply,
    errors: ["rate_limited", "too_large", "unsupported_media", "ai_failed"],
  },
  translateText: {
    method: "POST",
    path: "/api/translate",
    summary: "Translate a text. The server sends it to the AI engine and keeps nothing of it",
    body: translateInput,
    reply: translateReply,
    errors: ["rate_limited", "too_large", "ai_failed"],
  },
  listAiImages: {
    method: "GET",
    path: "/api/ai/images",
    summary: "List the member's AI images, newest first. An image that is not saved is deleted after a day",
    paged: true,
    reply: z.array(aiImageView),
  },
  saveAiAddress: {
    method: "POST",
    path: "/api/ai/images/save",
    summary: "Save an own AI image, named by its URL",
    body: saveAiAddressInput,
    reply: savedAiImage,
    errors: ["forbidden"],
  },
  saveAiImage: {
    method: "POST",
    path: "/api/ai/images/{id}/save",
    summary: "Save an own AI image",
    body: saveAiImageInput,
    reply: savedAiImage,
    errors: ["forbidden", "not_found"],
  },
  deleteAiImage: {
    method: "DELETE",
    path: "/api/ai/images/{id}",
    summary: "Delete an own AI image. Posts that use it keep their photo",
    errors: ["not_found"],
  },
} as const satisfies Record<string, Call>;

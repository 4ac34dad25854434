import { AppError } from "~/contract/errors";

/** The refusal of every call whose post is not there. */
export function postNotFound(): AppError {
  return new AppError("not_found", "Post not found");
}

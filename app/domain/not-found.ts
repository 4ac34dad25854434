import { AppError } from "~/contract/errors";

/** Returns the error of a call whose post does not exist or is hidden from the viewer by a block. */
export function postNotFound(): AppError {
  return new AppError("not_found", "Post not found");
}

/** Returns the error of a call whose member does not exist or is hidden from the viewer by a block. */
export function memberNotFound(): AppError {
  return new AppError("not_found", "User not found");
}

/** Returns the error of a call whose collection does not exist or is another member's. */
export function collectionNotFound(): AppError {
  return new AppError("not_found", "Collection not found");
}

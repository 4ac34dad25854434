import { msg } from "@lingui/core/runtime-macro";
import { AppError } from "~/contract/errors";

/** Returns the error of a call whose post does not exist or is hidden from the viewer by a block. */
export function postNotFound(): AppError {
  return new AppError("not_found", msg`Post not found`);
}

/** Returns the error of a call whose member does not exist or is hidden from the viewer by a block. */
export function memberNotFound(): AppError {
  return new AppError("not_found", msg`User not found`);
}

/** Returns the error of a call whose collection does not exist or is another member's. */
export function collectionNotFound(): AppError {
  return new AppError("not_found", msg`Collection not found`);
}

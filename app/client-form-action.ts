import type { SubmissionResult } from "@conform-to/react";
import { data } from "react-router";

interface Submitted<T> {
  request: Request;
  serverAction: () => Promise<T>;
}

/**
 * A form's action as the browser runs it: when the server cannot be reached, or answers with no form's reply, the page
 * stays as it is with all that was typed, and the form says so (spec point 8).
 */
export async function clientFormAction<T>({ request, serverAction }: Submitted<T>) {
  const sent = request.clone();
  try {
    return await serverAction();
  } catch (error) {
    // A redirect is thrown too.
    if (error instanceof Response) throw error;
    const result: SubmissionResult<string[]> = {
      status: "error",
      initialValue: Object.fromEntries([...(await sent.formData())].filter(isText)),
      error: { "": ["An error occurred"] },
    };
    // With a failure's status the page's loaders are not asked again: they would fail too, and take the form away.
    return data({ result }, { status: 503 });
  }
}

function isText(pair: [string, FormDataEntryValue]): pair is [string, string] {
  return typeof pair[1] === "string";
}

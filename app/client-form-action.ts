import type { SubmissionResult } from "@conform-to/react";
import { t } from "@lingui/core/macro";
import { data } from "react-router";

interface Submitted<T> {
  request: Request;
  serverAction: () => Promise<T>;
}

/**
 * Runs a form's server action from the browser. When the server cannot be reached, or its reply is not a form result,
 * the page keeps the typed values and the form shows "An error occurred" (docs/product.md#errors).
 */
export async function clientFormAction<T>({ request, serverAction }: Submitted<T>) {
  const submitted = request.clone();
  try {
    return await serverAction();
  } catch (error) {
    // Redirects are thrown too.
    if (error instanceof Response) throw error;
    const result: SubmissionResult<string[]> = {
      status: "error",
      initialValue: Object.fromEntries([...(await submitted.formData())].filter(isTextField)),
      error: { "": [t`An error occurred`] },
    };
    // React Router does not revalidate after an error status. The loaders would fail too, and cause an error page.
    return data({ result }, { status: 503 });
  }
}

/** The `clientAction` of a page without other work in the browser. The page's `action` has the reply's type. */
export const clientAction = clientFormAction<never>;

function isTextField(pair: [string, FormDataEntryValue]): pair is [string, string] {
  return typeof pair[1] === "string";
}

import { useSearchParams } from "react-router";
import { withNext } from "~/contract/next-path";

/** Returns a function that adds the `next` of the current visitors' page to the address of another one. */
export function useWithNext(): (page: string) => string {
  const [params] = useSearchParams();
  return (page) => withNext(page, params.get("next"));
}

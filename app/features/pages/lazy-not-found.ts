/** NotFound as a chunk of its own, because `retryImport` cannot repeat one that a route imports too. */
export { NotFound as default } from "./not-found";

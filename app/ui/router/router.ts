import { useContext } from "react";
import { UNSAFE_DataRouterContext as DataRouterContext } from "react-router";

/** React Router's own object. Its state changes at once, before React renders. */
export type Router = NonNullable<React.ContextType<typeof DataRouterContext>>["router"];

/** Returns the router; undefined outside of it. */
export const useRouter = (): Router | undefined => useContext(DataRouterContext)?.router;

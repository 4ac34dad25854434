import { createContext } from "react";

/** The addresses of the catalogs that the browser loads; empty in the browser, where they have been. */
export const CatalogsContext = createContext<readonly string[]>([]);

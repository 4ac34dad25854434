import { createContext } from "react";

/** The addresses of the scripts that the modules of the page import, while the server renders. */
export const ModulePreloadsContext = createContext<readonly string[]>([]);

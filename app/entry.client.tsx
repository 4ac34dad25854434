import { StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { keepPageOnDrop } from "./ui/keep-page-on-drop";

keepPageOnDrop();

// React Router's own entry starts a transition, which yields to painting photos every five milliseconds.
hydrateRoot(
  document,
  <StrictMode>
    <HydratedRouter />
  </StrictMode>,
);

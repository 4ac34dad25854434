/** Classes of panels above the page: menus and popovers. */
export const panelClasses =
  "z-50 animate-appear overflow-hidden rounded-card border border-line bg-surface text-ink shadow-soft outline-none";

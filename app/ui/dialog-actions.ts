/** A dialog's buttons, which stay in sight under what scrolls while there is room for both. */
export const dialogActions =
  "sticky cramped:static bottom-0 z-10 flex flex-wrap justify-end gap-2 bg-surface pt-3 pb-[max(1.5rem,env(safe-area-inset-bottom))]";

/** Classes of a dialog's buttons: they stay visible while the content scrolls, if there is room for both. */
export const dialogActions =
  "sticky cramped:static bottom-0 z-10 flex flex-wrap justify-end gap-2 bg-surface pt-3 pb-[max(1.5rem,env(safe-area-inset-bottom))]";

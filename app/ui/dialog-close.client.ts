import { Dialog } from "radix-ui";

/** Closes the dialog around it, as Esc does. Its child is the button. */
export const DialogClose = Dialog.Close;

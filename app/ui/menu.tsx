import type { ReactNode } from "react";
import { lazyPart } from "./lazy-part";
import type { MenuIcon } from "./menu-icons";
import { OnDemand, type Trigger } from "./on-demand";

export interface MenuItem {
  label: string;
  icon?: MenuIcon;
  /** Deletes or ends something. */
  danger?: boolean;
  disabled?: boolean;
  /** What it does; or, with `to`, where it goes. */
  onSelect?: () => void;
  to?: string;
}

export interface MenuProps {
  /** The button that opens it. It needs a name of its own. */
  trigger: Trigger;
  /** Groups of items, with a line between them. */
  items: readonly (readonly MenuItem[])[];
  /** Above the items: a member's name, say. */
  header?: ReactNode;
  align?: "start" | "center" | "end";
}

const load = () => import("./menu-panel");
const MenuPanel = lazyPart(load);

/** A menu of actions and places, worked with the arrow keys as menus are. Its code is fetched when it is first needed. */
export function Menu(props: MenuProps) {
  return (
    <OnDemand trigger={props.trigger} opens="menu" load={load}>
      <MenuPanel {...props} />
    </OnDemand>
  );
}

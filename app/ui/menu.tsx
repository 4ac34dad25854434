import { lazyPart } from "./lazy-part";
import type { MenuProps } from "./menu-panel.client";
import { OnDemand } from "./on-demand";

export type { MenuItem } from "./menu-panel.client";

const MenuPanel = lazyPart(() => import("./menu-panel.client"));

/**
 * A menu of actions and links (ARIA menu button). Its code is fetched on the first use.
 * @param openNow opens it at mount, without a press
 */
export function Menu({ openNow, ...props }: MenuProps & { openNow?: boolean }) {
  return (
    <OnDemand trigger={props.trigger} opens="menu" preload={MenuPanel.preload} openNow={openNow}>
      <MenuPanel {...props} />
    </OnDemand>
  );
}

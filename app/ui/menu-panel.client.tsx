import { DropdownMenu as Radix } from "radix-ui";
import { Fragment, type ReactNode, type RefObject, useContext, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { BackGesture } from "./back-gesture";
import { classNames } from "./class-names";
import { type MenuIcon, menuIcons } from "./menu-icons";
import { PressedByKeyboard, type Trigger } from "./on-demand";
import { panelClasses } from "./panel-classes";
import "./style-nonce";

export interface MenuItem {
  label: string;
  icon?: MenuIcon;
  /** Rendered after the label, such as a count. */
  note?: ReactNode;
  /** Deletes or ends something. */
  danger?: boolean;
  disabled?: boolean;
  /** Called when the item is chosen; not used with `to`. */
  onSelect?: () => void;
  /** The page that the item links to. */
  to?: string;
}

/** A row of short choices at the top of a menu, each on or off. */
export interface MenuChoices {
  label: string;
  options: readonly { label: string; isChosen: boolean; onSelect: () => void }[];
}

export interface MenuProps {
  /** The button that opens the menu. It needs an accessible name. */
  trigger: Trigger;
  /** Groups of items, with a line between them. */
  items: readonly (readonly MenuItem[])[];
  choices?: MenuChoices;
  /** Content above the items, such as a member's name. */
  header?: ReactNode;
  align?: "start" | "center" | "end";
}

/** The panel of a Menu, open from its first render. A default export, as `lazy` needs it. */
export default function MenuPanel({ trigger, items, choices, header, align = "end" }: MenuProps) {
  const [open, setOpen] = useState(true);
  const [focusesItem, setFocusesItem] = useState(useContext(PressedByKeyboard));
  const panel = useRef<HTMLDivElement>(null);
  const isOpen = useRef(true);
  function change(next: boolean) {
    isOpen.current = next;
    setOpen(next);
    setFocusesItem(false);
  }
  // An action runs after the menu has closed and its trigger has the focus: a dialog that it opens restores it later.
  const chosen = useRef<(() => void) | undefined>(undefined);
  function choose(run: (() => void) | undefined) {
    chosen.current = run;
  }
  function endClosing(event: Event) {
    // Radix restores the focus in a task of its own: the menu may be open again.
    if (isOpen.current) event.preventDefault();
    const run = chosen.current;
    chosen.current = undefined;
    if (run) queueMicrotask(run);
  }
  return (
    <Radix.Root open={open} onOpenChange={change} modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          ref={panel}
          align={align}
          sideOffset={6}
          collisionPadding={12}
          onCloseAutoFocus={endClosing}
          className={classNames(panelClasses, "min-w-48 max-w-[20rem] p-1.5")}
        >
          <BackGesture onBack={() => change(false)} />
          {focusesItem && <FirstItemFocus menu={panel} />}
          {header && <div className="px-3 pt-2 pb-2.5">{header}</div>}
          {choices && <Choices {...choices} onSelect={choose} />}
          {items.map((group, index) => (
            <Fragment key={group[0]?.label}>
              {(index > 0 || header || choices) && <Radix.Separator className="mx-3 my-1.5 h-px bg-line" />}
              {group.map((item) => (
                <Item key={item.label} item={item} onSelect={() => choose(item.onSelect)} />
              ))}
            </Fragment>
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface ChoicesProps extends MenuChoices {
  onSelect: (run: () => void) => void;
}

function Choices({ label, options, onSelect }: ChoicesProps) {
  return (
    <Radix.Group aria-label={label} className="flex">
      {options.map((option) => (
        <Radix.CheckboxItem
          key={option.label}
          checked={option.isChosen}
          onSelect={() => onSelect(option.onSelect)}
          className="grid size-11 select-none place-items-center rounded-control text-xl outline-none data-highlighted:bg-wash data-[state=checked]:bg-wash data-[state=checked]:ring-1 data-[state=checked]:ring-ink"
        >
          {option.label}
        </Radix.CheckboxItem>
      ))}
    </Radix.Group>
  );
}

function Item({ item, onSelect }: { item: MenuItem; onSelect: () => void }) {
  const itemClasses = classNames(
    "flex min-h-11 select-none items-center gap-3 rounded-control px-3 outline-none data-highlighted:bg-wash data-disabled:opacity-55 [&>svg]:size-5 [&>svg]:shrink-0",
    item.danger && "text-danger",
  );
  const Icon = item.icon && menuIcons[item.icon];
  const content = (
    <>
      {Icon && <Icon aria-hidden />}
      <span>{item.label}</span>
      {item.note}
    </>
  );
  return (
    <Radix.Item
      asChild={item.to !== undefined}
      disabled={item.disabled}
      onSelect={onSelect}
      className={itemClasses}
    >
      {item.to === undefined ? content : <Link to={item.to}>{content}</Link>}
    </Radix.Item>
  );
}

/** Moves the focus to the first item of a menu at mount, before Radix would move it to the menu. */
function FirstItemFocus({ menu }: { menu: RefObject<HTMLElement | null> }) {
  useEffect(() => {
    const item = menu.current?.querySelector<HTMLElement>("[role^=menuitem]:not([data-disabled])");
    item?.focus({ preventScroll: true });
  }, [menu]);
  return null;
}

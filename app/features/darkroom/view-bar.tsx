import { useLingui } from "@lingui/react/macro";
import { Contrast, Keyboard, ScanEye, ZoomIn, ZoomOut } from "lucide-react";
import { IconButton } from "~/ui/icon-button";
import { toggledView } from "./stage";
import { fittingView, fullZoom, type Scene, type View, withinStage, zoomedTo } from "./view";

/** Factor of a press of a button or key. */
export const ZOOM_STEP = 1.5;

interface Props {
  /** Null until the stage is measured. */
  scene: Scene | null;
  view: View;
  /** Whether the whole photo is shown because it is cropped. */
  isCropping: boolean;
  isComparing: boolean;
  showsClipping: boolean;
  onView: (change: (old: View) => View) => void;
  onCompare: (isComparing: boolean) => void;
  onToggleClipping: () => void;
  onHelp: () => void;
}

/** Renders the bar under the photo, which changes how it is shown. */
export function ViewBar(props: Props) {
  const { t } = useLingui();
  const { scene, view, isCropping, isComparing, showsClipping, onView, onCompare, onToggleClipping, onHelp } =
    props;
  const own = scene ? withinStage(scene, view) : fittingView;
  const share = scene ? own.zoom / fullZoom(scene) : 1;
  const zoomBy = (factor: number) => scene && onView(() => zoomedTo(scene, own, own.zoom * factor));
  const percent = Math.round(share * 100);
  const isFixed = isCropping || !scene;
  return (
    <div className="flex flex-wrap items-center justify-center px-2 [grid-area:view] roomy:gap-1 roomy:py-1">
      <CompareButton isComparing={isComparing} onCompare={onCompare} />
      <IconButton
        label={t({ message: "Show clipping", comment: "Parts of a photo that are pure black or white" })}
        icon={<ScanEye aria-hidden />}
        aria-pressed={showsClipping}
        tooltip
        onClick={onToggleClipping}
        className="aria-pressed:bg-wash"
      />
      <span aria-hidden className="mx-1 h-5 border-line border-s" />
      <IconButton
        label={t`Zoom out`}
        icon={<ZoomOut aria-hidden />}
        disabled={isFixed || own.zoom <= 1}
        onClick={() => zoomBy(1 / ZOOM_STEP)}
        tooltip
      />
      <button
        type="button"
        dir="ltr"
        disabled={isFixed}
        aria-label={own.zoom > 1 ? t`Fit the photo` : t`Zoom to 100 %`}
        onClick={() => scene && onView(() => toggledView(scene, own))}
        className="touch min-w-15 whitespace-nowrap rounded-control text-muted text-sm tabular-nums hover:bg-wash disabled:opacity-55"
      >
        {t`${percent} %`}
      </button>
      <IconButton
        label={t`Zoom in`}
        icon={<ZoomIn aria-hidden />}
        disabled={isFixed}
        onClick={() => zoomBy(ZOOM_STEP)}
        tooltip
      />
      <IconButton
        label={t`Keyboard shortcuts`}
        icon={<Keyboard aria-hidden />}
        tooltip
        onClick={onHelp}
        className="pointer-coarse:hidden"
      />
    </div>
  );
}

/** Renders the button that shows the photo without adjustments while it is pressed. */
function CompareButton({ isComparing, onCompare }: Pick<Props, "isComparing" | "onCompare">) {
  const { t } = useLingui();
  return (
    <IconButton
      label={t({
        message: "Hold to compare",
        comment: "Shows the photo before its edits while the button is pressed",
      })}
      icon={<Contrast aria-hidden />}
      aria-pressed={isComparing}
      tooltip
      onPointerDown={() => onCompare(true)}
      onPointerUp={() => onCompare(false)}
      onPointerCancel={() => onCompare(false)}
      onPointerLeave={() => onCompare(false)}
      onBlur={() => onCompare(false)}
      onKeyDown={({ key }) => isPressKey(key) && onCompare(true)}
      onKeyUp={({ key }) => isPressKey(key) && onCompare(false)}
      onContextMenu={(event) => event.preventDefault()}
      className="aria-pressed:bg-wash"
    />
  );
}

function isPressKey(key: string): boolean {
  return key === " " || key === "Enter";
}

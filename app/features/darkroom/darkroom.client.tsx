import { type KeyboardEvent, useState } from "react";
import { IMAGE_UNREADABLE } from "~/contract/texts";
import { Button } from "~/ui/button";
import type { Size } from "~/ui/crop";
import { Cropper } from "~/ui/cropper";
import { Dialog } from "~/ui/dialog";
import { Tabs } from "~/ui/tabs";
import { showToast } from "~/ui/toast";
import { AdjustmentSliders } from "./adjustment-sliders";
import { CropControls } from "./crop-controls";
import { angleOf, type Edits, frameOf, isUnedited, noAdjustments, turnedSize } from "./edits";
import { exportPhoto } from "./export-photo";
import { HistoryButtons } from "./history-buttons";
import { LookPicker } from "./look-picker";
import { Preview } from "./preview";
import { type EditHistory, useHistory } from "./use-history";

/** Longer side of the frame on a wide screen, in CSS pixels. */
const LONG_SIDE = 320;

interface Props {
  /** The original photo, loaded. */
  image: HTMLImageElement;
  /** The edits of the last time. */
  initial: Edits;
  /** Called with the edits and the edited photo, or null for the photo as it was. */
  onApply: (edits: Edits, edited: Blob | null) => void;
  onClose: () => void;
}

/** Renders the dialog that edits a photo before it is posted. A default export, as `lazy` needs it. */
export default function Darkroom({ image, initial, onApply, onClose }: Props) {
  const natural = { width: image.naturalWidth, height: image.naturalHeight };
  const history = useHistory(initial);
  const { edits, change, settle } = history;
  const [tab, setTab] = useState("looks");
  const [isComparing, setComparing] = useState(false);
  const [busy, setBusy] = useState(false);
  const [longSide] = useState(fittingLongSide);
  const { width, height } = frameOf(natural, edits);
  const frame = { width: width * longSide, height: height * longSide };

  async function apply() {
    setBusy(true);
    const unedited = isUnedited(edits);
    const edited = unedited ? null : await exportPhoto(image, edits);
    if (!unedited && !edited) {
      setBusy(false);
      return showToast({ kind: "danger", title: "Image error", text: IMAGE_UNREADABLE });
    }
    onApply(edits, edited);
    onClose();
  }

  const preview = (
    <Preview
      image={image}
      edits={isComparing ? { ...edits, adjustments: noAdjustments } : edits}
      size={frame}
    />
  );
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => open || onClose()}
      title="Edit photo"
      actions={
        <>
          <Button look="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button busy={busy} busyLabel="Applying..." onClick={() => void apply()}>
            Apply
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys of undo work in the whole dialog. */}
      <div
        onKeyDown={(event) => press(event, history)}
        onPointerUp={settle}
        onBlur={settle}
        className="grid grid-cols-[minmax(0,1fr)] gap-2 md:grid-cols-[20rem_minmax(0,1fr)] md:items-start md:gap-6"
      >
        <div className="sticky top-15 z-10 grid cramped:static justify-items-center gap-2 bg-surface">
          <div style={{ minHeight: longSide }} className="flex items-center">
            {tab === "crop" ? (
              <Cropper
                natural={turnedSize(natural, edits)}
                angle={angleOf(edits)}
                crop={scaled(edits.crop, longSide)}
                frame={frame}
                label="Visible part of your photo. Drag it or use the arrow keys to move it."
                onChange={(next) =>
                  change("crop", (old) => ({
                    ...old,
                    crop: scaled(next(scaled(old.crop, longSide)), 1 / longSide),
                  }))
                }
              >
                {preview}
                <Thirds />
              </Cropper>
            ) : (
              <div className="relative overflow-hidden rounded-photo bg-wash">{preview}</div>
            )}
          </div>
          <HistoryButtons history={history} onCompare={setComparing} isComparing={isComparing} />
        </div>
        <div className="min-w-0 md:min-h-[24rem]">
          <EditTabs {...{ image, natural, edits, change, tab, setTab }} />
        </div>
      </div>
    </Dialog>
  );
}

interface EditTabsProps {
  image: HTMLImageElement;
  /** The photo's own size. */
  natural: Size;
  edits: Edits;
  change: EditHistory["change"];
  tab: string;
  setTab: (tab: string) => void;
}

/** The controls of the edits, in tabs. */
function EditTabs({ image, natural, edits, change, tab, setTab }: EditTabsProps) {
  return (
    <Tabs
      label="Edit photo"
      value={tab}
      onChange={setTab}
      tabs={[
        {
          value: "looks",
          label: "Looks",
          content: (
            <LookPicker
              image={image}
              edits={edits}
              onPick={(adjustments) => change(null, (old) => ({ ...old, adjustments }))}
            />
          ),
        },
        {
          value: "adjust",
          label: "Adjust",
          content: (
            <AdjustmentSliders
              adjustments={edits.adjustments}
              onChange={(name, value) =>
                change(name, (old) => ({ ...old, adjustments: { ...old.adjustments, [name]: value } }))
              }
            />
          ),
        },
        {
          value: "crop",
          label: "Crop",
          content: <CropControls natural={natural} edits={edits} onChange={change} />,
        },
      ]}
    />
  );
}

/** Undoes an edit by Ctrl+Z or ⌘Z, and redoes it with Shift. */
function press(event: KeyboardEvent, { undo, redo }: EditHistory): void {
  if (!(event.metaKey || event.ctrlKey) || event.key.toLowerCase() !== "z") return;
  event.preventDefault();
  if (event.shiftKey) redo();
  else undo();
}

/** Returns a crop whose offset is in a unit smaller by a factor. */
function scaled({ zoom, x, y }: Edits["crop"], factor: number) {
  return { zoom, x: x * factor, y: y * factor };
}

/** Returns the longer side of a frame that leaves room for the controls, in CSS pixels. */
function fittingLongSide(): number {
  if (matchMedia("(min-width: 48rem)").matches) return LONG_SIDE;
  return Math.round(Math.min(LONG_SIDE, innerWidth - 48, Math.max(176, innerHeight * 0.34)));
}

/** Lines at the thirds of the frame. */
function Thirds() {
  return (
    <span aria-hidden className="pointer-events-none absolute inset-0 grid grid-cols-3 grid-rows-3">
      {Array.from({ length: 9 }, (_, cell) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cells never change.
        <span key={cell} className="border-[0.5px] border-white/40" />
      ))}
    </span>
  );
}

import { useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { Checkbox } from "~/ui/checkbox";
import type { Crop } from "~/ui/crop";
import { Dialog } from "~/ui/dialog";
import { latinKey } from "~/ui/latin-key";
import { applyToOther, type EditedPhoto, type OtherPhoto } from "./apply-edits";
import { isSameEdits, isUnadjusted, isUnedited } from "./compare-edits";
import { type Edits, noAdjustments } from "./edits";
import { exportPhoto } from "./export-photo";
import { HistogramChart } from "./histogram-chart";
import { KeyList } from "./key-list";
import type { ToolTab } from "./names";
import { readOwnLooks, storeOwnLooks } from "./own-looks";
import { RoomBar } from "./room-bar";
import { pressRoomKey, type RoomActions } from "./room-keys";
import { type Source, smallSource } from "./source";
import { Stage, toggledView, useScene } from "./stage";
import { ToolTabs } from "./tool-tabs";
import { type EditHistory, useHistory } from "./use-history";
import { reportUnreadable, useSource } from "./use-source";
import { fittingView, type Scene, type View, zoomedTo } from "./view";
import { ViewBar, ZOOM_STEP } from "./view-bar";
import "./darkroom.css";

/** Longest side of the photo of thumbnails and the histogram, in pixels. */
const SMALL_SIDE = 256;

interface Props {
  photoId: string;
  /** The file of the unedited photo. */
  original: Blob;
  /** The edits of the last time. */
  initial: Edits;
  memberId: string;
  /** Whether the server stores photos as large as they are sent. */
  keepsOriginals: boolean;
  /** The other photos of the post that can be edited. */
  others: readonly OtherPhoto[];
  /** Called with the photos that have new edits. */
  onApply: (photos: EditedPhoto[]) => void;
  onClose: () => void;
}

/** Renders the room in which a photo is edited before it is posted. A default export, as `lazy` needs it. */
export default function Darkroom({ original, keepsOriginals, ...props }: Props) {
  const source = useSource(original, keepsOriginals, props.onClose);
  return source && <Room source={source} {...props} />;
}

type RoomProps = Omit<Props, "original" | "keepsOriginals"> & { source: Source };

function Room({ source, initial, photoId, memberId, others, onApply, onClose }: RoomProps) {
  const { t } = useLingui();
  const [small] = useState(() => smallSource(source, SMALL_SIDE));
  const history = useHistory(initial);
  const { edits, change, settle } = history;
  const [tab, setTab] = useState<ToolTab>("looks");
  const [copies, setCopies] = useState({ colours: false, crop: false });
  const { busy, apply } = useApply({ source, photoId, memberId, others, copies, onApply, onClose });
  const isCropping = tab === "crop";
  const viewport = useViewport(source, edits, isCropping);
  const { isComparing, setComparing, isHelping, setHelping } = viewport;
  const actions: RoomActions = {
    ...history,
    ...viewport.actions,
    apply: () => void apply(edits),
    open: setTab,
  };
  const shown = isComparing ? { ...edits, adjustments: noAdjustments } : edits;
  return (
    <Dialog
      open
      room
      dark
      hasChanges={!isSameEdits(edits, initial)}
      onOpenChange={(open) => open || onClose()}
      title={t`Edit photo`}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys work in the whole room. */}
      <div
        className="darkroom"
        onKeyDown={(event) => pressRoomKey(event, actions)}
        onKeyUp={(event) => latinKey(event) === "b" && setComparing(false)}
        onPointerUp={settle}
        onBlur={settle}
      >
        <Viewport
          {...{ source, isCropping, viewport }}
          edits={shown}
          onCrop={(next) => change("crop", (old) => ({ ...old, crop: next(old.crop) }))}
        />
        <HistogramChart source={small} edits={shown} className="histogram" />
        <section
          aria-label={t`Tools`}
          className="flex min-h-0 flex-col border-line bg-surface [grid-area:tools] max-sm:border-t sm:border-s"
        >
          <ToolTabs {...{ source, small, edits, memberId, change, tab }} onTab={setTab} />
          {others.length > 0 && <CopyChoice copies={copies} onChange={setCopies} />}
        </section>
        <RoomBar history={history} busy={busy} onApply={actions.apply} />
      </div>
      {isHelping && <KeyList onClose={() => setHelping(false)} />}
    </Dialog>
  );
}

/** Holds the viewport: zoom, comparison and clipping, which are no edits. */
function useViewport(source: Source, edits: Edits, isCropping: boolean) {
  const [view, setView] = useState<View>(fittingView);
  const [isComparing, setComparing] = useState(false);
  const [showsClipping, setShowsClipping] = useState(false);
  const [isHelping, setHelping] = useState(false);
  const { measure, scene } = useScene(source, edits);
  const change = (next: (scene: Scene, old: View) => View) => {
    if (scene && !isCropping) setView((old) => next(scene, old));
  };
  const actions = {
    zoomIn: () => change((own, old) => zoomedTo(own, old, old.zoom * ZOOM_STEP)),
    zoomOut: () => change((own, old) => zoomedTo(own, old, old.zoom / ZOOM_STEP)),
    fit: () => change(() => fittingView),
    toggleFull: () => change((own, old) => toggledView(own, old)),
    compare: setComparing,
    toggleClipping: () => setShowsClipping(!showsClipping),
    showKeys: () => setHelping(true),
  };
  return {
    measure,
    scene,
    view,
    setView,
    isComparing,
    setComparing,
    showsClipping,
    isHelping,
    setHelping,
    actions,
  };
}

interface ViewportProps {
  source: Source;
  /** The edits to show. */
  edits: Edits;
  isCropping: boolean;
  viewport: ReturnType<typeof useViewport>;
  onCrop: (change: (old: Crop) => Crop) => void;
}

/** Renders the photo, and below it the bar that changes how it is shown. */
function Viewport({ source, edits, isCropping, viewport, onCrop }: ViewportProps) {
  const { measure, scene, view, setView, isComparing, setComparing, showsClipping, actions } = viewport;
  return (
    <>
      <div ref={measure} className="relative m-2 min-h-0 min-w-0 overflow-hidden [grid-area:stage] roomy:m-4">
        {scene && (
          <Stage
            {...{ source, edits, isCropping, showsClipping, scene, view, onCrop }}
            onView={setView}
            onCompare={setComparing}
          />
        )}
      </div>
      <ViewBar
        {...{ scene, view, isCropping, isComparing, showsClipping }}
        onView={setView}
        onCompare={setComparing}
        onToggleClipping={actions.toggleClipping}
        onHelp={actions.showKeys}
      />
    </>
  );
}

interface Copies {
  colours: boolean;
  crop: boolean;
}

/** Renders whether the edits are for the other photos of the post too. */
function CopyChoice({ copies, onChange }: { copies: Copies; onChange: (copies: Copies) => void }) {
  const { t } = useLingui();
  return (
    <div className="flex flex-wrap gap-x-6 gap-y-2 border-line border-t px-4 py-3 text-sm">
      <Checkbox
        label={t`Apply to all photos`}
        checked={copies.colours}
        onChange={({ currentTarget }) => onChange({ colours: currentTarget.checked, crop: false })}
      />
      {copies.colours && (
        <Checkbox
          label={t`Crop them too`}
          checked={copies.crop}
          onChange={({ currentTarget }) => onChange({ ...copies, crop: currentTarget.checked })}
        />
      )}
    </div>
  );
}

interface Applying
  extends Pick<RoomProps, "source" | "photoId" | "memberId" | "others" | "onApply" | "onClose"> {
  copies: Copies;
}

/** Returns the function that draws the edited photos, and whether it is running. Closing the darkroom aborts it. */
function useApply({ source, photoId, memberId, others, copies, onApply, onClose }: Applying) {
  const [busy, setBusy] = useState(false);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  async function apply(edits: EditHistory["edits"]): Promise<void> {
    if (busy) return;
    setBusy(true);
    running.current = new AbortController();
    const { signal } = running.current;
    // A browser without memory for it throws.
    const edited = isUnedited(edits) ? null : await exportPhoto(source, edits, signal).catch(() => null);
    if (signal.aborted) return;
    if (!edited && !isUnedited(edits)) {
      setBusy(false);
      return reportUnreadable(null);
    }
    const applied: EditedPhoto[] = [{ id: photoId, edits, edited }];
    const settings = { withCrop: copies.crop, keepsOriginal: source.keepsOriginal };
    // One after the other: each takes the memory of a decoded photo.
    for (const other of copies.colours ? others : [])
      await applyToOther(other, edits, settings, signal).then(
        (one) => applied.push(one),
        (error) => signal.aborted || reportUnreadable(error),
      );
    if (signal.aborted) return;
    if (!isUnadjusted(edits.adjustments))
      storeOwnLooks(memberId, { ...readOwnLooks(memberId), last: edits.adjustments });
    onApply(applied);
    onClose();
  }
  return { busy, apply };
}

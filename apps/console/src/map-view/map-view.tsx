import { fileCalls } from '@sweepline/contract';
import { shapesById, type Editor, type Point, type Raster, type Shape } from '@sweepline/map-core';
import { useQuery } from '@tanstack/react-query';
import {
  useEffect,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type Ref,
} from 'react';
import { useTranslation } from 'react-i18next';
import { fetchBytes } from '../kit/api/api.ts';
import type { Camera } from './canvas/camera.ts';
import { MapLayers } from './layers/map-layers.tsx';
import { MapLegend } from './layers/map-legend.tsx';
import type { Heat } from './layers/heat.ts';
import { MapReadout } from './controls/map-readout.tsx';
import { useMapKeys } from './controls/use-map-keys.ts';
import { MapTools } from './controls/map-tools.tsx';
import './map-view.css';
import { MapZoom } from './controls/map-zoom.tsx';
import type { Robots } from './paint/robots.ts';
import type { Scene } from './canvas/scene.ts';
import type { Trace } from './paint/trace.ts';
import { useStage } from './canvas/use-stage.ts';
import { turnOf } from './canvas/view.ts';

/** A map's grid: its place, and its grey picture (0 occupied, 254 free, 205 unknown) as a stored file or as bytes. */
type MapViewGround = Raster & ({ file: string } | { picture: Blob });

export interface MapViewProps {
  /** The label of the map for screen readers. The page supplies the robots and zones as text beside it. */
  label: string;
  ground: MapViewGround;
  /** Ignored while there is an editor, which has its own shapes. */
  shapes?: readonly Shape[];
  editor?: Editor;
  onEdit?: (change: (editor: Editor) => Editor) => void;
  /** The page pushes poses into it; the page does not render again for them. */
  robots?: Robots;
  trace?: Trace;
  /** The aggregate of many runs as a picture over the floor. */
  heat?: Heat;
  /** Shows the trace at a moment, with the robot under this name. */
  replay?: { at: number; name: string };
  /** The selected robot or shape. */
  selected?: string;
  /** Highlighted zones: the areas a task cleans. */
  marked?: ReadonlySet<string>;
  /** The place a robot is to be sent to, drawn as a pin. */
  target?: Point;
  /** While set, a click reports a place on the floor and selects nothing. */
  onPlace?: (place: Point) => void;
  onSelect?: (chosen: { kind: 'robot' | Shape['kind']; id: string } | undefined) => void;
  /** The rotation of the map on the screen, degrees counter-clockwise; names stay upright. */
  turnDeg?: number;
  /** For the page's buttons that fit the map or show a place. */
  camera?: Ref<Camera | null>;
  /** Floats over the map: an inspector, a message. */
  children?: ReactNode;
}

const noShapes: readonly Shape[] = [];
const everything: Scene['visible'] = { shapes: true, coverage: true, way: true };

/** A floor with its shapes, robots and traces. Fills its parent; every gesture also has a key or a button. */
export function MapView(props: MapViewProps) {
  const {
    label,
    ground,
    shapes = noShapes,
    editor,
    robots,
    trace,
    heat,
    replay,
    selected,
    marked,
    target,
    children,
  } = props;
  const { t } = useTranslation('map-view');
  const keys = useId();
  useMapKeys();
  const element = useRef<HTMLDivElement>(null);
  const [visible, setVisible] = useState(everything);
  const picture = usePicture(ground);
  const { width, height, resolution, originX, originY } = ground;
  const raster = useMemo(
    () => ({ width, height, resolution, originX, originY }),
    [width, height, resolution, originX, originY],
  );
  const byId = useMemo(() => shapesById(shapes), [shapes]);
  const scene: Scene = {
    raster,
    shapes: byId,
    editor,
    robots,
    trace,
    heat,
    replay,
    selected,
    marked,
    target,
    visible,
  };
  const stage = useStage(element, scene, picture, props);
  useEffect(() => stage?.camera.turn(turnOf(props.turnDeg ?? 0)), [stage, props.turnDeg]);
  useImperativeHandle<Camera | null, Camera | null>(props.camera, () => stage?.camera ?? null, [stage]);
  return (
    <div className="sl-map">
      <div
        ref={element}
        className="sl-map-canvas"
        role="application"
        aria-label={label}
        aria-describedby={keys}
      >
        <canvas />
        <canvas />
        <canvas />
      </div>
      <p id={keys} className="sl-sr-only">
        {t('keys')}
      </p>
      {editor && props.onEdit && <MapTools editor={editor} onEdit={props.onEdit} />}
      <MapLayers
        visible={visible}
        onChange={setVisible}
        has={{
          shapes: editor !== undefined || byId.size > 0,
          coverage: trace !== undefined,
          way: trace !== undefined,
        }}
      />
      {trace && visible.coverage && <MapLegend />}
      {stage && <MapZoom camera={stage.camera} />}
      {stage && <MapReadout stage={stage} {...(heat && { textAt: heat.textAt })} />}
      {children}
    </div>
  );
}

/** The grid's picture; a stored one never changes, so it is read once. */
function usePicture(ground: MapViewGround): Blob | undefined {
  const file = 'file' in ground ? ground.file : undefined;
  const { data } = useQuery({
    queryKey: ['files', 'map-ground', file],
    queryFn: async ({ signal }) => new Blob([await fetchBytes(fileCalls.read, { hash: file ?? '' }, signal)]),
    enabled: file !== undefined,
    staleTime: Infinity,
  });
  return 'picture' in ground ? ground.picture : data;
}

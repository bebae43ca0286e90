import {
  cancel,
  down,
  isTouchable,
  move,
  shapeAt,
  up,
  type Editor,
  type ToolName,
} from '@sweepline/map-core';
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useMode } from '../../kit/ui/use-theme.ts';
import { editCommands } from '../controls/commands.ts';
import { toolFor } from '../controls/tools.ts';
import { viewKeys } from '../controls/view-keys.ts';
import { Gestures, type GestureHandlers } from '../gestures.ts';
import type { MapViewProps } from '../map-view.tsx';
import type { Scene } from './scene.ts';
import { Stage } from '../stage.ts';
import type { Spot } from './view.ts';
import { isHandleHit } from '../controls/handle-hit-test.ts';

type Props = Pick<MapViewProps, 'onEdit' | 'onPlace' | 'onSelect'>;

const editSteps = { down, move, up, cancel };

/** Tools that set corners click by click: a drag with them moves the map. */
const clicked: ReadonlySet<ToolName> = new Set(['zone', 'wall', 'segment', 'bump', 'pan']);

/** The stage of an element, updated with the props of the page. Undefined before it is created. */
export function useStage(
  element: RefObject<HTMLDivElement | null>,
  scene: Scene,
  picture: Blob | undefined,
  props: Props,
) {
  const [stage, setStage] = useState<Stage>();
  const latest = useRef({ scene, props });
  // Runs before the browser paints, so that a dragged shape is in the very next frame.
  useLayoutEffect(() => {
    latest.current = { scene, props };
    stage?.set(scene);
  });
  useEffect(() => {
    const root = element.current;
    const [floor, shapes, touch] = root?.querySelectorAll('canvas') ?? [];
    if (!root || !floor || !shapes || !touch) return;
    const created = new Stage(root, { floor, shapes, touch }, latest.current.scene);
    const resizeObserver = new ResizeObserver(() =>
      created.camera.resize({ width: root.clientWidth, height: root.clientHeight }),
    );
    resizeObserver.observe(root);
    const gestures = new Gestures(root, created, gestureHandlers(root, created, latest));
    const stopKeys = listenToKeys(root, created, latest);
    setStage(created);
    return () => {
      gestures.close();
      stopKeys();
      resizeObserver.disconnect();
      created.close();
    };
  }, [element]);
  // The zoom buttons and the scale appear with the stage, after the map was first fitted.
  useEffect(() => stage?.camera.settle(), [stage]);
  useEffect(() => (picture ? stage?.showGround(picture) : undefined), [stage, picture]);
  const mode = useMode();
  // The tokens change with the attribute on the root, which is set before the mode changes.
  useEffect(() => stage?.retint(), [stage, mode]);
  return stage;
}

/** With these tools the pointer draws nothing. */
const passiveTools: ReadonlySet<ToolName> = new Set(['select', 'pan']);

type Latest = RefObject<{ scene: Scene; props: Props }>;

const edit = (latest: Latest, change: (editor: Editor) => Editor) => latest.current.props.onEdit?.(change);

function gestureHandlers(root: HTMLElement, stage: Stage, latest: Latest): GestureHandlers {
  const scene = () => latest.current.scene;
  const touchableShapes = () => {
    const { editor, shapes } = scene();
    return editor ? editor.shapes.values().filter((shape) => isTouchable(editor, shape)) : shapes.values();
  };
  const shapeUnder = (spot: Spot) =>
    scene().visible.shapes
      ? shapeAt(touchableShapes(), stage.camera.placeAt(spot), stage.camera.metres(8))
      : undefined;
  return {
    editor: () => scene().editor,
    edit: (step, pointer) => edit(latest, (editor) => editSteps[step](editor, pointer)),
    longPress: (pointer) => edit(latest, (editor) => up(down(editor, { ...pointer, shift: true }))),
    grips: (spot, touch) => {
      const { editor } = scene();
      if (!editor || clicked.has(editor.tool)) return false;
      // On an empty place a mouse draws a selection rectangle; a finger moves the map.
      if (editor.tool !== 'select' || !touch) return true;
      const { camera } = stage;
      return (
        isHandleHit(editor, camera.placeAt(spot), camera.metres(20), camera.metres(1)) ||
        shapeUnder(spot) !== undefined
      );
    },
    click: (spot) => {
      const { onPlace } = latest.current.props;
      if (onPlace) return onPlace(stage.camera.placeAt(spot));
      const robot = stage.robotAt(spot);
      const shape = robot ? undefined : shapeUnder(spot);
      const chosen = robot
        ? { kind: 'robot' as const, id: robot.id }
        : shape && { kind: shape.kind, id: shape.id };
      latest.current.props.onSelect?.(chosen);
    },
    hover: (spot) => {
      stage.pointAt(spot);
      const { editor } = scene();
      const draws =
        (editor !== undefined && !passiveTools.has(editor.tool)) ||
        latest.current.props.onPlace !== undefined;
      const touches =
        spot &&
        (stage.robotAt(spot) ?? (editor || latest.current.props.onSelect ? shapeUnder(spot) : undefined));
      const idleCursor = editor?.tool === 'select' ? 'select' : '';
      root.dataset.cursor = draws ? 'draw' : touches && editor?.tool !== 'pan' ? 'touch' : idleCursor;
    },
  };
}

function listenToKeys(root: HTMLElement, stage: Stage, latest: Latest) {
  const handleKey = (event: KeyboardEvent) => {
    const { editor } = latest.current.scene;
    const command = editor && editCommands.find(({ key, when }) => key(event) && when(editor));
    const tool = editor && toolFor(event);
    const turn = event.ctrlKey || event.metaKey ? undefined : viewKeys[event.key];
    if (command) edit(latest, command.run);
    else if (tool) edit(latest, tool.take);
    else if (turn) turn(stage.camera);
    // Space moves the map while it is down, and must not scroll the page.
    else if (!(editor && event.key === ' ')) return;
    event.preventDefault();
  };
  // Only a focusable element receives key events.
  root.tabIndex = 0;
  root.addEventListener('keydown', handleKey);
  return () => root.removeEventListener('keydown', handleKey);
}

import { cancel, down, move, shapeAt, up, type Editor } from '@sweepline/map-core';
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useMode } from '../kit/use-theme.ts';
import { editCommands, tools, viewKeys } from './commands.ts';
import { Gestures, type Hands } from './gestures.ts';
import type { MapViewProps } from './map-view.tsx';
import type { Scene } from './scene.ts';
import { Stage } from './stage.ts';
import type { Spot } from './view.ts';
import { handlesUnder } from './handles-under.ts';

type Props = Pick<MapViewProps, 'onEdit' | 'onPlace' | 'onSelect' | 'tools'>;

const editSteps = { down, move, up, cancel };

/** The stage under an element, kept up to date with what the page gives. Undefined before it stands. */
export function useStage(
  element: RefObject<HTMLDivElement | null>,
  scene: Scene,
  picture: Blob | undefined,
  props: Props,
) {
  const [stage, setStage] = useState<Stage>();
  const latest = useRef({ scene, props });
  // Before the browser paints, so that a dragged shape is on the very next frame.
  useLayoutEffect(() => {
    latest.current = { scene, props };
    stage?.set(scene);
  });
  useEffect(() => {
    const root = element.current;
    const [floor, shapes, touch] = root?.querySelectorAll('canvas') ?? [];
    if (!root || !floor || !shapes || !touch) return;
    const stands = new Stage(root, { floor, shapes, touch }, latest.current.scene);
    const sized = new ResizeObserver(() =>
      stands.camera.resize({ width: root.clientWidth, height: root.clientHeight }),
    );
    sized.observe(root);
    const gestures = new Gestures(root, stands, handsOf(root, stands, latest));
    const stopKeys = listenToKeys(root, stands, latest);
    setStage(stands);
    return () => {
      gestures.close();
      stopKeys();
      sized.disconnect();
      stands.close();
    };
  }, [element]);
  useEffect(() => (picture ? stage?.showGround(picture) : undefined), [stage, picture]);
  const mode = useMode();
  // The tokens change with the attribute on the root, which is set before the mode is told.
  useEffect(() => stage?.retint(), [stage, mode]);
  return stage;
}

type Latest = RefObject<{ scene: Scene; props: Props }>;

const edit = (latest: Latest, change: (editor: Editor) => Editor) => latest.current.props.onEdit?.(change);

function handsOf(root: HTMLElement, stage: Stage, latest: Latest): Hands {
  const scene = () => latest.current.scene;
  const shapeUnder = (spot: Spot) =>
    scene().visible.shapes
      ? shapeAt(
          (scene().editor ?? scene()).shapes.values(),
          stage.camera.placeAt(spot),
          stage.camera.metres(8),
        )
      : undefined;
  return {
    editor: () => scene().editor,
    edit: (step, pointer) => edit(latest, (editor) => editSteps[step](editor, pointer)),
    takesHold: (spot) => {
      const { editor } = scene();
      if (!editor || editor.tool === 'zone' || editor.tool === 'wall') return false;
      if (editor.tool !== 'select') return true;
      return (
        handlesUnder(editor, stage.camera.placeAt(spot), stage.camera.metres(14)) ||
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
        (editor !== undefined && editor.tool !== 'select') || latest.current.props.onPlace !== undefined;
      const touches =
        spot &&
        (stage.robotAt(spot) ?? (editor || latest.current.props.onSelect ? shapeUnder(spot) : undefined));
      root.dataset.cursor = draws ? 'draw' : touches ? 'touch' : '';
    },
  };
}

function listenToKeys(root: HTMLElement, stage: Stage, latest: Latest) {
  const press = (event: KeyboardEvent) => {
    const { editor } = latest.current.scene;
    const command = editor && editCommands.find(({ key, when }) => key(event) && when(editor));
    const tool =
      editor &&
      !event.ctrlKey &&
      !event.metaKey &&
      tools.find(
        ({ key, name }) =>
          key === event.key.toLowerCase() && (latest.current.props.tools?.includes(name) ?? true),
      );
    const turn = event.ctrlKey || event.metaKey ? undefined : viewKeys[event.key];
    if (command) edit(latest, command.run);
    else if (tool) edit(latest, tool.take);
    else if (turn) turn(stage.camera);
    else return;
    event.preventDefault();
  };
  // An element that listens to keys must be able to have the focus.
  root.tabIndex = 0;
  root.addEventListener('keydown', press);
  return () => root.removeEventListener('keydown', press);
}

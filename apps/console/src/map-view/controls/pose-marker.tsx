import { degreesOf, wrappedAngle, type Pose } from '@sweepline/map-core';
import { useEffect, useRef, type KeyboardEvent, type PointerEvent } from 'react';
import type { Camera } from '../canvas/camera.ts';
import './pose-marker.css';
import { toSpot } from '../canvas/view.ts';

interface Props {
  camera: Camera;
  pose: Pose;
  /** The name and keys of the marker, for users of a screen reader. */
  label: string;
  /** The pose as text. */
  value: string;
  onChange: (pose: Pose) => void;
}

/** Metres and degrees per key press; with Shift the larger value. */
const steps = { metres: [0.05, 0.5], degrees: [1, 15] } as const;

const moves: Record<string, [right: number, up: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};
const turns: Record<string, number> = { q: 1, e: -1, Q: 1, E: -1 };

/** The pose after a key, or undefined for a key without a meaning here. */
export function poseAfterKey(pose: Pose, key: string, shift: boolean): Pose | undefined {
  const size = shift ? 1 : 0;
  const move = moves[key];
  if (move) {
    const [right, up] = move.map((sign) => sign * steps.metres[size]) as [number, number];
    return { ...pose, x: pose.x + right, y: pose.y + up };
  }
  const turn = turns[key];
  if (turn === undefined) return undefined;
  return { ...pose, theta: wrappedAngle(pose.theta + (turn * steps.degrees[size] * Math.PI) / 180) };
}

/** A robot to place at its real pose: dragged by its body, rotated by its handle, or both by keys. */
export function PoseMarker({ camera, pose, label, value, onChange }: Props) {
  const element = useRef<HTMLDivElement>(null);
  const grip = useRef<{ dx: number; dy: number } | 'turn' | null>(null);
  useEffect(() => {
    const place = () => {
      const { left, top } = toSpot(camera.view, camera.size, pose);
      if (!element.current) return;
      element.current.style.transform = `translate(${left}px, ${top}px)`;
      element.current.style.setProperty('--sl-map-turn', `${-(camera.view.turn?.angle ?? 0)}rad`);
    };
    place();
    return camera.listen(place);
  }, [camera, pose]);

  const placeOf = ({ clientX, clientY }: PointerEvent) => {
    const box = element.current?.offsetParent?.getBoundingClientRect();
    return camera.placeAt({ left: clientX - (box?.left ?? 0), top: clientY - (box?.top ?? 0) });
  };
  const take = (how: 'move' | 'turn') => (event: PointerEvent) => {
    event.preventDefault();
    event.stopPropagation();
    const at = placeOf(event);
    grip.current = how === 'turn' ? 'turn' : { dx: pose.x - at.x, dy: pose.y - at.y };
    element.current?.focus();
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const drag = (event: PointerEvent) => {
    const activeGrip = grip.current;
    if (activeGrip === null) return;
    const at = placeOf(event);
    if (activeGrip === 'turn')
      onChange({ ...pose, theta: wrappedAngle(Math.atan2(at.y - pose.y, at.x - pose.x)) });
    else onChange({ ...pose, x: at.x + activeGrip.dx, y: at.y + activeGrip.dy });
  };
  const release = () => void (grip.current = null);
  const press = (event: KeyboardEvent) => {
    const next = event.ctrlKey || event.metaKey ? undefined : poseAfterKey(pose, event.key, event.shiftKey);
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    onChange(next);
  };
  const hands = { onPointerMove: drag, onPointerUp: release, onPointerCancel: release };
  return (
    <div
      ref={element}
      className="sl-pose"
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={-180}
      aria-valuemax={180}
      aria-valuenow={Math.round(degreesOf(pose.theta))}
      aria-valuetext={value}
      onKeyDown={press}
    >
      <div
        className="sl-pose-turned"
        style={{ transform: `rotate(calc(var(--sl-map-turn, 0rad) - ${pose.theta}rad))` }}
      >
        <i className="sl-pose-body" onPointerDown={take('move')} {...hands} />
        <i className="sl-pose-arm" />
        <i className="sl-pose-turn" onPointerDown={take('turn')} {...hands} />
      </div>
    </div>
  );
}

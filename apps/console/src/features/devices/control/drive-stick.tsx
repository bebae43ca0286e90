import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../kit/ui/icon.tsx';

/** The deflection of the stick: right and forward, −1 to 1. */
export interface Lean {
  x: number;
  y: number;
}

const none: Lean = { x: 0, y: 0 };
/** The dead zone around the middle. */
const deadZone = 0.12;
const keys: Record<string, Lean> = {
  ArrowUp: { x: 0, y: 1 },
  KeyW: { x: 0, y: 1 },
  ArrowDown: { x: 0, y: -1 },
  KeyS: { x: 0, y: -1 },
  ArrowLeft: { x: -1, y: 0 },
  KeyA: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  KeyD: { x: 1, y: 0 },
};
const clampToUnit = (value: number) => Math.max(-1, Math.min(1, value));
const sumOf = (pressedKeys: ReadonlySet<string>): Lean =>
  [...pressedKeys].reduce(({ x, y }, code) => {
    const key = keys[code] ?? none;
    return { x: clampToUnit(x + key.x), y: clampToUnit(y + key.y) };
  }, none);

interface Props {
  /** The stick lets go and stays in the middle. */
  locked: boolean;
  onLean: (lean: Lean) => void;
  /** Whether keys reach the stick. */
  onFocus: (focused: boolean) => void;
}

/** The robot moves while the stick is deflected by touch, mouse, arrow keys or W A S D. Releasing it or losing focus stops it. */
export function DriveStick({ locked, onLean, onFocus }: Props) {
  const { t } = useTranslation('devices/control');
  const element = useRef<HTMLButtonElement>(null);
  const pressedKeys = useRef(new Set<string>());
  const [lean, setLean] = useState(none);
  const [pointer, setPointer] = useState<number | null>(null);

  // Keys drive at once, without a click on the stick.
  useEffect(() => element.current?.focus({ preventScroll: true }), []);

  const move = (next: Lean) => {
    setLean(next);
    onLean(next);
  };
  const release = () => {
    pressedKeys.current.clear();
    setPointer(null);
    move(none);
  };
  const latestRelease = useRef(release);
  useEffect(() => {
    latestRelease.current = release;
  });
  // A key or finger that is still down does not drive on when the lock ends: it must be pressed again.
  useEffect(() => {
    if (locked) latestRelease.current();
  }, [locked]);
  const point = ({ clientX, clientY }: PointerEvent) => {
    const box = element.current?.getBoundingClientRect();
    if (!box) return;
    const x = ((clientX - box.left) / box.width) * 2 - 1;
    const y = 1 - ((clientY - box.top) / box.height) * 2;
    const far = Math.hypot(x, y);
    const divisor = Math.max(1, far);
    move(far < deadZone ? none : { x: x / divisor, y: y / divisor });
  };
  const handleKey = (event: KeyboardEvent, down: boolean) => {
    if (!(event.code in keys)) return;
    event.preventDefault();
    if (event.repeat || locked) return;
    if (down) pressedKeys.current.add(event.code);
    else pressedKeys.current.delete(event.code);
    move(sumOf(pressedKeys.current));
  };

  return (
    <button
      type="button"
      ref={element}
      className={`sl-stick ${lean.x !== 0 || lean.y !== 0 ? 'sl-stick-held' : ''}`}
      aria-label={t('stick')}
      aria-describedby="sl-stick-keys"
      aria-disabled={locked || undefined}
      onKeyDown={(event) => handleKey(event, true)}
      onKeyUp={(event) => handleKey(event, false)}
      onFocus={() => onFocus(true)}
      onBlur={() => {
        onFocus(false);
        release();
      }}
      onPointerDown={(event) => {
        event.currentTarget.focus();
        if (locked) return;
        event.currentTarget.setPointerCapture?.(event.pointerId);
        setPointer(event.pointerId);
        point(event);
      }}
      onPointerMove={(event) => event.pointerId === pointer && point(event)}
      onPointerUp={release}
      onPointerCancel={release}
      onLostPointerCapture={release}
      onContextMenu={(event) => event.preventDefault()}
    >
      {(['up', 'right', 'down', 'left'] as const).map((way) => (
        <span key={way} className={`sl-stick-${way}`} aria-hidden="true">
          <Icon name={way} size={22} />
        </span>
      ))}
      <i style={{ transform: `translate(${lean.x * 60}%, ${-lean.y * 60}%)` }} aria-hidden="true" />
    </button>
  );
}

import { turnBetween, wrappedAngle, type Pose } from '@sweepline/map-core';
import type { IconName } from '../../kit/ui/icons.ts';

/** How a robot's ring is drawn. `offline` is hollow: the place is the last one known. */
export type RobotState = 'working' | 'moving' | 'waiting' | 'fault' | 'quiet' | 'offline';

export interface Robot {
  id: string;
  name: string;
  state: RobotState;
  /** The activity, where it adds to the state: charging, asleep. */
  sign?: IconName;
  pose: Pose;
  /** False for a robot whose heading is unknown: it has no nose. */
  hasHeading?: boolean;
}

/** The place of a robot as it reported it. */
export const placeOfRobot = ({
  x,
  y,
  theta,
  hasHeading = true,
}: Pose & { hasHeading?: boolean | undefined }) => ({
  pose: { x, y, theta },
  hasHeading,
});

interface Track {
  robot: Robot;
  /** The offset between the shown and the newest pose when the latter arrived; it decays within `catchUpMs`. */
  offset: Pose;
  at: number;
  /** The motion between the last two poses, per millisecond. */
  motion: Pose;
  interval: number;
}

/** The maximum delay of a shown pose behind the newest one. */
const catchUpMs = 150;
/** The maximum time a robot is extrapolated after its last pose. */
const driveOnMs = 400;
/** A longer jump is a relocation or another floor, not a drive: it is shown at once. */
const jumpM = 3;
const zeroPose: Pose = { x: 0, y: 0, theta: 0 };

/**
 * The robots on a map, pushed from outside React: a page sets poses as they arrive, the map reads on animation frames
 * where to paint each. A robot is extrapolated between two poses, so that five poses a second look smooth.
 */
export class Robots {
  readonly #tracks = new Map<string, Track>();
  readonly #listeners = new Set<() => void>();
  readonly #now: () => number;

  constructor(robots: readonly Robot[] = [], now: () => number = () => performance.now()) {
    this.#now = now;
    this.set(robots);
  }

  /** Sets exactly these robots and removes all others. */
  set(robots: readonly Robot[]) {
    const ids = new Set(robots.map(({ id }) => id));
    for (const id of this.#tracks.keys()) if (!ids.has(id)) this.#tracks.delete(id);
    robots.forEach((robot) => this.#place(robot));
    this.#tell();
  }

  /** Sets one robot's newest state and pose. */
  put(robot: Robot) {
    this.#place(robot);
    this.#tell();
  }

  remove(id: string) {
    if (this.#tracks.delete(id)) this.#tell();
  }

  all(): Robot[] {
    return [...this.#tracks.values()].map(({ robot }) => robot);
  }

  listen(listener: () => void) {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** The robots with the poses to paint now, and whether any of them will change in the next frame. */
  frame(reducedMotion: boolean): { robots: Robot[]; moving: boolean } {
    const now = this.#now();
    let moving = false;
    const robots = [...this.#tracks.values()].map((track) => {
      if (reducedMotion) return track.robot;
      const age = now - track.at;
      moving ||= age < catchUpMs || (age < driveOnMs && isMoving(track.motion));
      return { ...track.robot, pose: shownPose(track, age) };
    });
    return { robots, moving };
  }

  #place(robot: Robot) {
    const now = this.#now();
    const old = this.#tracks.get(robot.id);
    const interval = old ? now - old.at : 0;
    const offset = old ? difference(shownPose(old, interval), robot.pose) : zeroPose;
    if (!old || Math.hypot(offset.x, offset.y) > jumpM) {
      this.#tracks.set(robot.id, { robot, offset: zeroPose, at: now, motion: zeroPose, interval: 0 });
      return;
    }
    const drives = robot.state === 'working' || robot.state === 'moving';
    const motion =
      drives && interval > 20 && interval < 3_000
        ? motionBetween(old.robot.pose, robot.pose, interval)
        : zeroPose;
    this.#tracks.set(robot.id, { robot, offset, at: now, motion, interval });
  }

  #tell() {
    this.#listeners.forEach((listener) => listener());
  }
}

const isMoving = ({ x, y, theta }: Pose) => x !== 0 || y !== 0 || theta !== 0;

const difference = (a: Pose, b: Pose): Pose => ({
  x: a.x - b.x,
  y: a.y - b.y,
  theta: turnBetween(b.theta, a.theta),
});

function motionBetween(from: Pose, to: Pose, ms: number): Pose {
  const delta = difference(to, from);
  return { x: delta.x / ms, y: delta.y / ms, theta: delta.theta / ms };
}

/** The newest pose extrapolated along the last motion, plus the rest of the offset: an even drive stays even. */
function shownPose({ robot: { pose }, offset, motion, interval }: Track, age: number): Pose {
  const ahead = Math.min(age, driveOnMs, interval);
  const left = Math.max(0, 1 - age / catchUpMs);
  return {
    x: pose.x + motion.x * ahead + offset.x * left,
    y: pose.y + motion.y * ahead + offset.y * left,
    theta: wrappedAngle(pose.theta + motion.theta * ahead + offset.theta * left),
  };
}

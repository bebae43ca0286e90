import { expect, test } from 'vitest';
import { Robots, type Robot } from './robots.ts';

function withClock() {
  const clock = { now: 0 };
  const robots = new Robots([], () => clock.now);
  const drive = (x: number, changes: Partial<Robot> = {}) =>
    robots.put({ id: 'r', name: 'R', state: 'moving', pose: { x, y: 0, theta: 0 }, ...changes });
  const shownX = () => robots.frame(false).robots[0]!.pose.x;
  return { clock, robots, drive, shownX };
}

test('a robot driving evenly is shown driving evenly, at most 150 ms behind', () => {
  const { clock, drive, shownX } = withClock();
  const speed = 0.001;
  let before = 0;
  for (clock.now = 0; clock.now <= 3_000; clock.now += 10) {
    if (clock.now % 200 === 0) drive(clock.now * speed);
    if (clock.now < 600) {
      before = shownX();
      continue;
    }
    expect(Math.abs(shownX() - clock.now * speed)).toBeLessThanOrEqual(150 * speed);
    expect(shownX() - before).toBeGreaterThan(0.004);
    expect(shownX() - before).toBeLessThan(0.025);
    before = shownX();
  }
});

test('a robot without new poses stops soon, and no more frames are requested', () => {
  const { clock, robots, drive, shownX } = withClock();
  drive(0);
  clock.now = 200;
  drive(0.2);
  clock.now = 5_000;
  expect(shownX()).toBeLessThanOrEqual(0.4);
  expect(robots.frame(false).moving).toBe(false);
});

test('a robot that stands, waits or is offline is shown exactly where it is', () => {
  const { clock, drive, shownX } = withClock();
  drive(0);
  clock.now = 200;
  drive(0.2, { state: 'offline' });
  clock.now = 400;
  expect(shownX()).toBe(0.2);
});

test('a relocation is a jump, not an animated drive', () => {
  const { clock, drive, shownX } = withClock();
  drive(0);
  clock.now = 200;
  drive(30);
  expect(shownX()).toBe(30);
});

test('a rotation takes the shorter direction', () => {
  const { clock, robots, drive } = withClock();
  drive(0, { pose: { x: 0, y: 0, theta: 3 } });
  clock.now = 200;
  drive(0, { state: 'quiet', pose: { x: 0, y: 0, theta: -3 } });
  clock.now = 275;
  expect(Math.abs(robots.frame(false).robots[0]!.pose.theta)).toBeGreaterThan(3);
});

test('the newest pose is shown at once with reduced motion', () => {
  const { clock, robots, drive } = withClock();
  drive(0);
  clock.now = 200;
  drive(0.2);
  expect(robots.frame(true)).toMatchObject({ moving: false, robots: [{ pose: { x: 0.2 } }] });
});

test('listeners are called until they unsubscribe, and a set removes the other robots', () => {
  const { robots, drive } = withClock();
  let calls = 0;
  const stop = robots.listen(() => calls++);
  drive(0);
  robots.set([{ id: 's', name: 'S', state: 'quiet', pose: { x: 1, y: 1, theta: 0 } }]);
  stop();
  robots.remove('s');
  expect(calls).toBe(2);
  expect(robots.all()).toEqual([]);
});

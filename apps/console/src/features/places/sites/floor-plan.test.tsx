import { fileCalls, type SiteRobot } from '@sweepline/contract';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer, renderPage } from '../../../test-kit/index.ts';
import { frameOf } from './floor-frame.ts';
import { FloorPlan } from './floor-plan.tsx';

const ground = { file: 'g', width: 200, height: 100, resolution: 0.05, originX: 0, originY: 0 };
const frame = frameOf({ plan: null, maps: [{ id: 'm', name: 'M', ground, pairs: [] }] })!;
const robot = (id: string, x: number, more: Partial<SiteRobot> = {}): SiteRobot => ({
  id,
  sn: id,
  nickname: id,
  model: 'J30',
  mapId: 'm',
  pose: { x, y: 2, theta: 0 },
  state: 'ONLINE',
  mode: 'AUTO_RUN',
  paused: false,
  alarmLevel: 0,
  lastSeenAt: null,
  ...more,
});

beforeEach(() => {
  window.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  fakeServer().on({ ...fileCalls.read, path: 'file/g' }, () => ({}));
});

const placed = () => [...document.querySelectorAll<SVGGElement>('.site-robot')];
const robotNamed = (name: string) =>
  placed().find((element) => element.querySelector('title')?.textContent === name);

test('a robot has the tone of its state, an offline one is grey, and one of two overlapping names is hidden', () => {
  const robots = [
    robot('Heron', 1),
    robot('Lotus', 5, { state: 'OFFLINE' }),
    robot('Willow', 5.1),
    robot('Elsewhere', 5, { mapId: 'n' }),
  ];
  renderPage(<FloorPlan label="L1" frame={frame} robots={robots} />);
  expect(robotNamed('Heron')?.dataset).toMatchObject({ tone: 'working' });
  expect(robotNamed('Heron')?.dataset['offline']).toBeUndefined();
  expect(robotNamed('Lotus')?.dataset).toMatchObject({ tone: 'quiet', offline: 'true' });
  const names = [...document.querySelectorAll('.site-robot text')].map((element) => element.textContent);
  expect(names).toEqual(['Heron', 'Lotus']);
  expect(robotNamed('Elsewhere')).toBeUndefined();
});

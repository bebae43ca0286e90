import { centroid } from '@sweepline/map-core';
import { pairsOf, type OrderV3 } from '@sweepline/contract/robot';
import { newId } from '../robot/ids.ts';
import { memoryDisk } from '../wire/connection/disk.ts';
import { goodNet } from '../wire/connection/net-profile.ts';
import { RobotProcess } from '../wire/connection/robot-process.ts';
import type { RobotProcessSetup } from '../wire/connection/robot-process-setup.ts';
import { builtInWorld } from '../world/built-in.ts';
import type { World } from '../world/world.ts';

export const office = () => builtInWorld('office', 1);

export function dockOf(world: World, index = 0) {
  const dock = world.elements.points.filter(({ type }) => type === 'CHARGING')[index];
  if (!dock) throw new Error(`${world.name} has no dock`);
  return dock;
}

export function areaOf(world: World, name: string) {
  const area = world.elements.polygons.find((polygon) => polygon.name === name);
  if (!area) throw new Error(`${world.name} has no area ${name}`);
  return area;
}

/** The order of a cleaning run that cleans these areas and then charges. */
export function cleaningOrder(
  world: World,
  areaNames: readonly string[],
  more: Record<string, unknown> = {},
): OrderV3 {
  const orderId = newId();
  const dock = dockOf(world);
  let actions = 0;
  const action = (actionType: string, parameters: Record<string, unknown>) => ({
    actionType,
    actionId: `${orderId}.${actions++}`,
    blockingType: 'HARD' as const,
    actionParameters: pairsOf(parameters),
  });
  const place = ({ x, y }: { x: number; y: number }, radius: number) => ({
    x,
    y,
    mapId: world.mapId,
    allowedDeviationXY: { a: radius, b: radius, theta: 0 },
  });
  const stops = [
    { nodeId: 'here', nodePosition: place(dock, 1), actions: [] },
    ...areaNames.map((name) => {
      const area = areaOf(world, name);
      const parameters = {
        areaId: area.id,
        polygon: area.points.map(({ x, y }) => [x, y]),
        mapId: world.mapId,
        cleaningMode: 'SWEEP',
        strength: 'STANDARD',
        repetitions: 1,
        ...more,
      };
      return {
        nodeId: area.id,
        nodePosition: place(centroid(area.points), 5),
        actions: [action('cleanArea', parameters)],
      };
    }),
    {
      nodeId: dock.id,
      nodePosition: place(dock, 0.2),
      actions: [action('dock', { station: 'BASE', pointId: dock.id }), action('startCharging', {})],
    },
  ];
  return {
    headerId: 0,
    timestamp: '',
    version: '3.0.0',
    manufacturer: 'JBOT',
    serialNumber: 'J30C0001',
    orderId,
    orderUpdateId: 0,
    nodes: stops.map((stop, i) => ({ ...stop, sequenceId: i * 2, released: true })),
    edges: stops
      .slice(1)
      .map((_, i) => ({ edgeId: `e${i}`, sequenceId: i * 2 + 1, released: true, actions: [] })),
  };
}

/** A started robot process with defaults for everything that a test does not set. */
export function aRobotProcess(
  peer: { url: string; http: string },
  over: Partial<RobotProcessSetup> & { sn?: string; vda?: string } = {},
): RobotProcess {
  const { sn = 'J30C0001', vda = '3.0.0', ...rest } = over;
  const world = rest.world ?? office();
  const dock = world.elements.points.find(({ type }) => type === 'CHARGING');
  const robot = new RobotProcess({
    identity: {
      interfaceName: 'vda5050',
      major: vda.startsWith('2') ? 'v2' : 'v3',
      version: vda,
      manufacturer: 'JBOT',
      serialNumber: sn,
    },
    model: 'J30',
    world,
    start: dock ?? { x: 0, y: 0, theta: 0 },
    dock,
    socPct: 80,
    seed: 1,
    light: false,
    habit: false,
    speedup: 100,
    mtbfH: undefined,
    faults: [],
    net: goodNet,
    url: peer.url,
    http: peer.http,
    user: sn,
    password: 'secret',
    disk: memoryDisk(),
    log: () => undefined,
    runEnded: () => undefined,
    ...rest,
  });
  robot.start();
  return robot;
}

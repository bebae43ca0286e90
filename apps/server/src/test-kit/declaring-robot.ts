import { deviceCalls } from '@sweepline/contract';
import { announceDevice, hashSecret } from '../features/devices/identity/credential-service.ts';
import { newId } from '../platform/runtime/ids.ts';
import { eventually, idleState, TestRobot } from '../robots/test-kit/test-gateway.ts';
import { people, square, type TestServer } from './index.ts';

const makers = { foreign: ['ACME', 'PLAIN'], stock: ['ACME', 'PLAIN'], own: ['JBOT', 'J30'] } as const;
export type MakerKind = keyof typeof makers;
const streams = {
  cameras: ['FRONT'],
  streams: ['WS_JPEG'],
  streamKinds: ['LOG', 'SSH'],
  audioSlots: ['START'],
  sshHostKey: 'ssh-ed25519 AAAA',
};
/** Without these the server takes no robot for reachable. */
export const always = ['cancelOrder', 'stateRequest', 'factsheetRequest'];

/** Robots of a test that declare what they can, over the wire. */
export function declaringRobots(server: TestServer) {
  const robots: TestRobot[] = [];
  const leave = async (): Promise<void> => {
    for (const robot of robots.splice(0)) await robot.leave();
  };

  async function aRobot(kind: MakerKind) {
    const [manufacturer, model] = makers[kind];
    const station = { id: 'p1', name: '', type: 'CHARGING', x: 3, y: 3, theta: 0 };
    const map = await server.aMap({
      elements: { zones: [square(2, 2)], walls: [], points: [station] } as never,
    });
    const sn = `${model}-${newId().slice(-12)}`;
    const row = await server.aDevice({ sn, manufacturer, model, secretHash: hashSecret('secret') });
    announceDevice(server.bus, row.id);
    const { companyId } = row;
    const device = {
      deviceId: row.id,
      companyId,
      sn,
      secret: 'secret',
      manufacturer,
      protocol: 'v3' as const,
    };
    const robot = await eventually(
      () => TestRobot.connect(server.gateway.mqttUrl, device).catch(() => undefined),
      'a connection',
    );
    robots.push(robot);
    await robot.say('connection', { connectionState: 'ONLINE' }, 1);
    /** Replaces the whole declaration, and waits until the console's answer has it. */
    const declare = async (actions: readonly string[], words: readonly string[], more: object = {}) => {
      const mobileRobotActions = [...always, ...actions].map((actionType) => ({ actionType }));
      await robot.say('factsheet', { protocolFeatures: { mobileRobotActions } }, 1);
      if (kind !== 'stock')
        await robot.say(
          'xReported',
          { versions: {}, sections: {}, capabilities: words, ...streams, ...more },
          1,
        );
      server.clock.advance(2_000);
      await robot.say('state', {
        ...idleState,
        maps: [{ mapId: map.id, mapVersion: '1', mapStatus: 'ENABLED' }],
        mobileRobotPosition: { ...idleState.mobileRobotPosition, mapId: map.id },
      });
      await eventually(async () => {
        const { device: stored, live } = await server.ok(deviceCalls.detail, people.mallAdmin, {
          id: row.id,
        });
        const isStored = stored.actions?.join() === [...always, ...actions].toSorted().join();
        const isSaid = kind === 'stock' || stored.declared?.capabilities?.join() === words.join();
        return isStored && isSaid && live.position?.value.mapId === map.id;
      }, 'the declaration of the robot');
    };
    return { id: row.id, sn, map, robot, declare };
  }

  return { aRobot, leave };
}
export type DeclaringRobot = Awaited<ReturnType<ReturnType<typeof declaringRobots>['aRobot']>>;

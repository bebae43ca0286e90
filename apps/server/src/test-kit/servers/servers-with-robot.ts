import { aCompany, eventually, factsheet, type TestRobot } from '../../robots/test-kit/test-gateway.ts';
import { isOnlineAt, type Installation, type InstalledServer } from '../gateway-installation.ts';

/** Accepts every command. */
const obey = (robot: TestRobot) =>
  robot.client.on('message', (topic, payload) => {
    if (!topic.endsWith('/xCommand')) return;
    const { commandId } = JSON.parse(payload.toString()) as { commandId: string };
    const body = { commandId, status: 'SUCCEEDED', code: '' };
    void robot.say('xReply', robot.durable(body), 1).catch(() => {});
  });

const takesCommands = ({ gateway }: InstalledServer, { device }: TestRobot) =>
  gateway.commands.sendCommand({ deviceId: device.deviceId, type: 'ping', params: {}, by: '' }).then(
    () => true,
    () => false,
  );

/** Two servers and an idle robot that does what it is told; `other` does not own it. */
export async function serversWithRobot(installation: Installation) {
  const servers = [await installation.aServer(), await installation.aServer()] as const;
  await installation.untilShared(servers);
  const robot = await installation.aRobot(await aCompany(installation.database.db));
  obey(robot);
  const id = robot.device.deviceId;
  await installation.untilOwned(servers);
  const [first, second] = servers;
  const [owner, other] = isOnlineAt(first, robot.device) ? [first, second] : [second, first];
  await robot.say('factsheet', factsheet, 1);
  await robot.say('xTelemetry', { mode: 'STANDBY', modePaused: false }, 1);
  await robot.state();
  const ready = async () => {
    const { position, battery, mode } = owner.gateway.live(id) ?? {};
    // Telemetry comes over another connection than the state, and before it the robot takes no commands.
    return position && battery && mode && (await takesCommands(owner, robot));
  };
  await eventually(ready, 'the robot to be ready');
  return { owner, other, robot, id };
}

import { expect, test } from 'vitest';
import { aDrivableRobot } from '../../test-kit/builders/drivable.ts';
import { ownTestServer } from '../../test-kit/test-server.ts';
import { eventually } from '../test-kit/test-gateway.ts';

const server = ownTestServer();

test('a robot that counts from 0 again on its connection is heard, and an old state that is repeated is not', async () => {
  const { id, robot, leave } = await aDrivableRobot(server, { sn: 'J30-COUNTER' });
  const soc = () => server.gateway.live(id)?.battery?.value?.soc;
  const seenAt = () => server.gateway.live(id)?.connection.lastSeenAt;
  const charge = (stateOfCharge: number, header: object = {}) =>
    robot.state({ powerSupply: { stateOfCharge, charging: false }, ...header });
  const sentAt = new Date().toISOString();
  await charge(60, { headerId: 40 });
  await eventually(() => soc() === 60, 'the state of charge');
  await new Promise((done) => setTimeout(done, 5));
  await charge(61, { headerId: 0, timestamp: new Date().toISOString() });
  await eventually(() => soc() === 61, 'the state of a counter that began again');
  await charge(90, { headerId: 41, timestamp: new Date().toISOString() });
  await eventually(() => soc() === 90, 'a state after it');
  server.clock.advance(40_000);
  await charge(10, { headerId: 3, timestamp: sentAt });
  await eventually(
    () => seenAt() === server.clock().toISOString(),
    'the sign of life of the repeated state',
    4_000,
  );
  expect(soc()).toBe(90);
  await charge(91, { headerId: 42 });
  await eventually(() => soc() === 91, 'the state after a repeated one');
  await leave();
});

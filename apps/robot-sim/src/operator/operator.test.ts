import { expect, onTestFinished, test } from 'vitest';
import { optionsOf } from '../cli/args.ts';
import { setupsOf } from '../cli/setups.ts';
import { simCardOf } from '../robot/body/vitals.ts';
import { startPeer } from '../test-kit/peer.ts';
import { aRobotProcess } from '../test-kit/robots.ts';
import { memoryDisk } from '../wire/connection/disk.ts';
import { CardRegistry } from './card-registry.ts';
import { serveOperator } from './operator-server.ts';

const iccid = '89860012345678901234';
const day = 86_400_000;

function createRegistry(disk = memoryDisk()) {
  let at = Date.parse('2030-01-31T23:00:00Z');
  const calls: string[] = [];
  const registry = new CardRegistry(disk, () => new Date(at));
  registry.add(iccid, {
    setOffline: (off) => void calls.push(off ? 'off' : 'on'),
    wake: () => void calls.push('wake'),
  });
  return { registry, calls, disk, pass: (ms: number) => (at += ms) };
}

test('data usage is counted by day and kind, and the sum of a new month starts at zero', () => {
  const { registry, pass } = createRegistry();
  registry.count(iccid, 'MESSAGES', 100);
  registry.count(iccid, 'FILES', 50);
  registry.count(iccid, 'MESSAGES', 1);
  expect(registry.card(iccid)).toMatchObject({ usedBytes: 151, activatedAt: '2030-01-31T23:00:00.000Z' });
  pass(2 * 3_600_000);
  registry.count(iccid, 'MESSAGES', 7);
  expect(registry.card(iccid)).toMatchObject({
    usedBytes: 7,
    usage: [
      { day: '2030-01-31', kind: 'MESSAGES', bytes: 101 },
      { day: '2030-01-31', kind: 'FILES', bytes: 50 },
      { day: '2030-02-01', kind: 'MESSAGES', bytes: 7 },
    ],
  });
});

test('the program counts the data of its robots on their cards', async () => {
  const cards = new CardRegistry(memoryDisk(), () => new Date());
  const card = simCardOf('A1').iccid;
  cards.add(card, { setOffline: () => undefined, wake: () => undefined });
  const nothing = () => undefined;
  const [setup] = await setupsOf(optionsOf(['run', '--sn', 'A1']), {
    print: nothing,
    runEnded: nothing,
    cards,
  });
  setup?.countTraffic?.('FILES', 50);
  expect(cards.card(card)).toMatchObject({ usedBytes: 50 });
});

test('a suspended card disconnects its robot, also after a restart of the operator', () => {
  const first = createRegistry();
  expect(first.registry.suspend(iccid, 'stolen')).toBe(true);
  expect(first.calls).toEqual(['off']);
  expect(first.registry.wake(iccid)).toBe(false);
  const again = createRegistry(first.disk);
  expect(again.calls).toEqual(['off']);
  expect(again.registry.card(iccid)).toMatchObject({ status: 'DEACTIVATED', suspendedBecause: 'stolen' });
  again.registry.resume(iccid);
  expect(again.calls).toEqual(['off', 'on']);
});

test('usage older than the retention time is deleted when the registry is saved', () => {
  const { registry, pass } = createRegistry();
  registry.count(iccid, 'MESSAGES', 1);
  pass(70 * day);
  registry.save();
  expect(registry.card(iccid)).toMatchObject({ usage: [] });
});

test('the HTTP server lists its own cards only and refuses unknown cards, actions and bodies', async () => {
  const { registry, calls } = createRegistry();
  const { url, close } = await serveOperator(registry, 0);
  onTestFinished(close);
  const ask = async (path: string, init?: RequestInit) => {
    const answer = await fetch(`${url}${path}`, init);
    return [answer.status, await answer.json()] as const;
  };
  expect(await ask(`/v1/cards?iccid=${iccid},1`)).toMatchObject([200, { cards: [{ iccid }] }]);
  expect(await ask(`/v1/cards/${iccid}/wake`, { method: 'POST' })).toEqual([200, {}]);
  expect(calls).toEqual(['wake']);
  expect((await ask('/v1/cards/1/suspend', { method: 'POST' }))[0]).toBe(409);
  expect((await ask(`/v1/cards/${iccid}/sell`, { method: 'POST' }))[0]).toBe(404);
  expect((await ask(`/v1/cards/${iccid}/suspend`, { method: 'POST', body: '{' }))[0]).toBe(400);
});

test('a robot with a suspended card sends nothing after a restart, and sends again when the card is resumed', async () => {
  const peer = await startPeer();
  onTestFinished(() => peer.close());
  const robot = aRobotProcess(peer);
  onTestFinished(() => robot.stop());
  await peer.until('its first state', ({ name }) => name === 'state');
  robot.setOffline(true);
  await peer.until('its will', ({ body }) => body['connectionState'] === 'CONNECTION_BROKEN');
  const sentCount = peer.received.length;
  // The connection stays down when the robot is switched on again.
  robot.start();
  await new Promise((done) => setTimeout(done, 500));
  expect(peer.received).toHaveLength(sentCount);
  robot.setOffline(false);
  await peer.until('a message', () => peer.received.length > sentCount);
});

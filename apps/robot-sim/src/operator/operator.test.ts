import { expect, onTestFinished, test } from 'vitest';
import { startPeer } from '../test-kit/peer.ts';
import { aUnit } from '../test-kit/robots.ts';
import { memoryDisk } from '../wire/connection/disk.ts';
import { CardRegistry } from './card-book.ts';
import { serveOperator } from './operator-server.ts';

const iccid = '89860012345678901234';
const day = 86_400_000;

function opened(disk = memoryDisk()) {
  let at = Date.parse('2030-01-31T23:00:00Z');
  const said: string[] = [];
  const book = new CardRegistry(disk, () => new Date(at));
  book.add(iccid, {
    offAir: (off) => void said.push(off ? 'off' : 'on'),
    wake: () => void said.push('wake'),
  });
  return { book, said, disk, pass: (ms: number) => (at += ms) };
}

test('what goes over the air is counted by day and kind, and a month begins at nothing', () => {
  const { book, pass } = opened();
  book.count(iccid, 'MESSAGES', 100);
  book.count(iccid, 'FILES', 50);
  book.count(iccid, 'MESSAGES', 1);
  expect(book.card(iccid)).toMatchObject({ usedBytes: 151, activatedAt: '2030-01-31T23:00:00.000Z' });
  pass(2 * 3_600_000);
  book.count(iccid, 'MESSAGES', 7);
  expect(book.card(iccid)).toMatchObject({
    usedBytes: 7,
    usage: [
      { day: '2030-01-31', kind: 'MESSAGES', bytes: 101 },
      { day: '2030-01-31', kind: 'FILES', bytes: 50 },
      { day: '2030-02-01', kind: 'MESSAGES', bytes: 7 },
    ],
  });
});

test('a suspended card takes its robot off the air, also after the operator started again', () => {
  const first = opened();
  expect(first.book.suspend(iccid, 'stolen')).toBe(true);
  expect(first.said).toEqual(['off']);
  expect(first.book.wake(iccid)).toBe(false);
  const again = opened(first.disk);
  expect(again.said).toEqual(['off']);
  expect(again.book.card(iccid)).toMatchObject({ status: 'DEACTIVATED', suspendedBecause: 'stolen' });
  again.book.resume(iccid);
  expect(again.said).toEqual(['off', 'on']);
});

test('days that nobody asks about any more are forgotten', () => {
  const { book, pass } = opened();
  book.count(iccid, 'MESSAGES', 1);
  pass(70 * day);
  book.save();
  expect(book.card(iccid)).toMatchObject({ usage: [] });
});

test('over HTTP it tells of its own cards only, and refuses what it does not know', async () => {
  const { book, said } = opened();
  const { url, close } = await serveOperator(book, 0);
  onTestFinished(close);
  const ask = async (path: string, init?: RequestInit) => {
    const answer = await fetch(`${url}${path}`, init);
    return [answer.status, await answer.json()] as const;
  };
  expect(await ask(`/v1/cards?iccid=${iccid},1`)).toMatchObject([200, { cards: [{ iccid }] }]);
  expect(await ask(`/v1/cards/${iccid}/wake`, { method: 'POST' })).toEqual([200, {}]);
  expect(said).toEqual(['wake']);
  expect((await ask('/v1/cards/1/suspend', { method: 'POST' }))[0]).toBe(409);
  expect((await ask(`/v1/cards/${iccid}/sell`, { method: 'POST' }))[0]).toBe(404);
  expect((await ask(`/v1/cards/${iccid}/suspend`, { method: 'POST', body: '{' }))[0]).toBe(400);
});

test('a robot whose card is off the network stays silent through a restart, and speaks when it is back', async () => {
  const peer = await startPeer();
  onTestFinished(() => peer.close());
  const unit = aUnit(peer);
  onTestFinished(() => unit.stop());
  await peer.until('its first state', ({ name }) => name === 'state');
  unit.offAir(true);
  await peer.until('its will', ({ body }) => body['connectionState'] === 'CONNECTION_BROKEN');
  const spoken = peer.heard.length;
  // Whatever switches it on again, its line stays down.
  unit.start();
  await new Promise((done) => setTimeout(done, 500));
  expect(peer.heard).toHaveLength(spoken);
  unit.offAir(false);
  await peer.until('a word', () => peer.heard.length > spoken);
});

import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createBus, type BusMessage, type RemoteBus } from '../socket/bus.ts';
import { createOwnerCalls, OwnerSilent } from './owner-calls.ts';
import type { OwnerMethod } from './owner-method.ts';

class Refused extends Error {}

const add: OwnerMethod<{ to: string; amount: number }, { by: string; sum: number }> = {
  input: z.object({ to: z.string(), amount: z.number() }),
  output: z.object({ by: z.string(), sum: z.number() }),
  withinMs: 1_500,
};
const methods = { add };

/** Servers that hear each other at once. `owner` is what each of them believes. */
function servers(...ids: string[]) {
  const listeners = new Map<string, (message: BusMessage) => void>();
  const faults: unknown[] = [];
  const owner = { now: ids[0] as string | undefined };
  const all = ids.map((id) => {
    const remote: RemoteBus = {
      send: (message) => {
        const sent = JSON.parse(JSON.stringify(message)) as BusMessage;
        for (const [other, deliver] of listeners) if (other !== id) queueMicrotask(() => deliver(sent));
      },
      hear: () => () => {},
      onGap: () => {},
      onMessage: (deliver) => void listeners.set(id, deliver),
    };
    const sums: number[] = [];
    const server = {
      id,
      sums,
      silent: false,
      refreshes: 0,
      /** What this server knows of the owner, if it differs. */
      believes: undefined as string | undefined,
      /** How late messages arrive, by its clock. */
      lateMs: 0,
      bus: createBus((error) => faults.push(error), remote),
    };
    const calls = createOwnerCalls({
      bus: server.bus,
      now: () => new Date(Date.now() + server.lateMs),
      log: { warn: () => {}, error: (details: unknown) => faults.push(details) },
      cluster: {
        id,
        owns: () => owner.now === id,
        ownerOf: () => server.believes ?? owner.now,
        servers: () => ids.map((it) => ({ id: it }) as never),
        refresh: async () => {
          server.refreshes += 1;
          server.believes = undefined;
        },
      },
      methods,
      implementation: {
        add: async ({ amount }) => {
          if (server.silent) return await new Promise<never>(() => {});
          if (amount < 0) throw new Refused(`no ${amount}`);
          if (amount === 0) throw new Error('nothing to add');
          sums.push(amount);
          return { by: id, sum: sums.reduce((sum, it) => sum + it, 0) };
        },
      },
      refusals: {
        encode: (error) => (error instanceof Refused ? { message: error.message } : undefined),
        decode: (content) => new Refused(z.object({ message: z.string() }).parse(content).message),
      },
    });
    closings.push(calls.close);
    return Object.assign(server, calls, {
      add: (amount: number) => calls.call('add', 'record', { to: 'record', amount }),
    });
  });
  return { all, owner, faults };
}

const closings: (() => void)[] = [];
afterEach(() => closings.splice(0).forEach((close) => close()));

describe('a call of a record', () => {
  test('is carried out by its owner, from any server', async () => {
    const { all, faults } = servers('a', 'b', 'c');
    const answers = [];
    for (const server of all) answers.push(await server.add(1));
    expect(answers).toEqual([
      { by: 'a', sum: 1 },
      { by: 'a', sum: 2 },
      { by: 'a', sum: 3 },
    ]);
    expect(all.slice(1).flatMap(({ sums }) => sums)).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('is refused with the refusal of the owner', async () => {
    const { all, faults } = servers('a', 'b');
    await expect(all[1]!.add(-3)).rejects.toThrow(new Refused('no -3'));
    expect(faults).toEqual([]);
  });

  test('that fails at the owner fails at the caller, and the owner logs it', async () => {
    const { all, faults } = servers('a', 'b');
    await expect(all[1]!.add(0)).rejects.toThrow('failed in add');
    expect(faults).toHaveLength(1);
  });

  test('goes to the new owner once, if the caller knew only the old one', async () => {
    const { all, owner } = servers('a', 'b', 'c');
    owner.now = 'b';
    all[2]!.believes = 'a';
    expect(await all[2]!.add(5)).toEqual({ by: 'b', sum: 5 });
    expect(all.map(({ sums }) => sums)).toEqual([[], [5], []]);
    expect(all[2]!.refreshes).toBe(1);
  });

  test('goes to the new owner, if the old one ended before it answered', async () => {
    const { all, owner } = servers('a', 'b', 'c');
    all[0]!.silent = true;
    const answer = all[2]!.add(7);
    await new Promise((done) => setTimeout(done, 50));
    owner.now = 'b';
    expect(await answer).toEqual({ by: 'b', sum: 7 });
  });

  test('waits for an owner, and is refused as not sent if there is none in time', async () => {
    const { all, owner } = servers('a', 'b');
    owner.now = undefined;
    const waiting = all[1]!.add(2);
    await new Promise((done) => setTimeout(done, 50));
    owner.now = 'a';
    expect(await waiting).toEqual({ by: 'a', sum: 2 });
    owner.now = undefined;
    await expect(all[1]!.add(2)).rejects.toMatchObject({ wasSent: false });
  });

  test('that the owner does not answer in time is refused as sent', async () => {
    const { all } = servers('a', 'b');
    all[0]!.silent = true;
    const refusal = await all[1]!.add(2).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(OwnerSilent);
    expect(refusal).toMatchObject({ wasSent: true });
  });

  test('that arrives long after its caller gave up is not carried out', async () => {
    const { all } = servers('a', 'b');
    all[0]!.lateMs = 7_000;
    await expect(all[1]!.add(2)).rejects.toMatchObject({ wasSent: true });
    expect(all[0]!.sums).toEqual([]);
  });

  test('with an input of another form is not carried out', async () => {
    const { all, faults } = servers('a', 'b');
    await expect(all[1]!.call('add', 'record', { to: 'record', amount: 'much' as never })).rejects.toThrow();
    expect(all[0]!.sums).toEqual([]);
    expect(faults).toHaveLength(1);
  });
});

test('a call of all servers has one answer of each', async () => {
  const { all } = servers('a', 'b', 'c');
  const answers = await all[1]!.callAll('add', { to: '', amount: 4 });
  expect(answers.map(({ by }) => by).toSorted()).toEqual(['a', 'b', 'c']);
});

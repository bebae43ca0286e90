import mqtt from 'mqtt';
import { inScope, type Db } from '../../apps/server/src/platform/db/db.ts';

/** An order is not sent later than this after its start; a second for its way. */
const maxOrderAgeMs = 61_000;
/** The clocks of the observer and of the servers are one, but a message takes a moment. */
const wayMs = 1_000;

interface Seen {
  sn: string;
  atMs: number;
  expiresMs?: number;
}

/** Sees what the broker delivers to robots. */
export async function observeTraffic(db: Db, mqttUrl: string) {
  const orders = new Map<string, Seen[]>();
  const commands = new Map<string, Seen[]>();
  const client = await mqtt.connectAsync(mqttUrl, { clientId: 'observer', reconnectPeriod: 250 });
  client.on('error', () => {});
  client.on('message', (topic, payload, { retain }) => {
    if (retain || payload.length === 0) return;
    const [sn = '', name] = topic.split('/').slice(3);
    const message = JSON.parse(payload.toString()) as Record<string, string>;
    const seen = { sn, atMs: Date.now() };
    if (name === 'order') add(orders, message['orderId'] ?? '', seen);
    const { commandId = '', type, expiresAt = '' } = message;
    if (name === 'xCommand' && type === 'locate')
      add(commands, commandId, { ...seen, expiresMs: Date.parse(expiresAt) });
  });
  await client.subscribeAsync(['vda5050/v3/+/+/order', 'vda5050/v3/+/+/xCommand'], { qos: 1 });

  const rowsOf = (statement: string) =>
    inScope(db, '*', (tx) => tx.raw<{ id: string; atMs: string }>(statement, []), { readOnly: true });

  return {
    /** When the order of a run first reached the broker, by the clock of this process. The servers' may be wrong. */
    orderedMs: (runId: string): number => orders.get(runId)?.[0]?.atMs ?? Number.NaN,
    /**
     * Orders and commands beyond those of the database and of the requests, and those that were delivered too late. A repetition of
     * the same one is none: its robot carries it out once.
     */
    result: async (requested: { commands: number; starts: number }) => {
      const runs = await rowsOf(
        `select id, extract(epoch from created_at) * 1000 as "atMs" from runs where origin in ('CLOUD', 'SCHEDULE')`,
      );
      const sent = await rowsOf(`select id, 0 as "atMs" from commands where type = 'locate'`);
      const startMs = new Map(runs.map(({ id, atMs }) => [id, Number(atMs)]));
      const lateOrders = [...orders].filter(([id, all]) =>
        all.some(({ atMs }) => atMs > (startMs.get(id) ?? atMs) + maxOrderAgeMs),
      );
      const lateCommands = [...commands.values()].filter((all) =>
        all.some(({ atMs, expiresMs = 0 }) => atMs > expiresMs + wayMs),
      );
      const beyond = (count: number, most: number) => Math.max(0, count - most);
      return {
        orders: orders.size,
        commands: commands.size,
        doubled:
          beyond(runs.length, requested.starts) +
          beyond(orders.size, runs.length) +
          beyond(sent.length, requested.commands) +
          beyond(commands.size, sent.length),
        expired: lateOrders.length + lateCommands.length,
      };
    },
    stop: () => client.endAsync(true),
  };
}
export type Traffic = Awaited<ReturnType<typeof observeTraffic>>;

function add(to: Map<string, Seen[]>, id: string, seen: Seen): void {
  const all = to.get(id) ?? [];
  all.push(seen);
  to.set(id, all);
}

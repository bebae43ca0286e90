import mqtt from 'mqtt';
import type { Usage } from './gateway-process.ts';

/** What the parent starts: a subscriber of these topics that only parses what it receives. */
export interface SubscriberJob {
  mqttUrl: string;
  topics: readonly string[];
}

// It shows what the broker's client and a wake-up of Node cost without any work of a server.
process.once('message', async ({ mqttUrl, topics }: SubscriberJob) => {
  const client = await mqtt.connectAsync(mqttUrl);
  const received = new Map<string, unknown>();
  client.on('message', (topic, payload) => void received.set(topic, JSON.parse(payload.toString())));
  await client.subscribeAsync([...topics], { qos: 1 });
  process.on('message', async (ask: unknown) => {
    if (ask === 'usage') {
      const { user, system } = process.cpuUsage();
      process.send?.({ cpuMs: (user + system) / 1000, online: received.size } satisfies Usage);
      return;
    }
    await client.endAsync(true);
    process.disconnect();
  });
  process.send?.(1);
});

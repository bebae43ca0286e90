import type { MqttClient } from 'mqtt';
import type { DeliveryGaps, LinkEvents } from '../protocol/link.ts';
import { probeDelivery } from './delivery-probe.ts';
import { keepsDots } from './dot-probe.ts';
import type { FollowedTopics } from './followed-topics.ts';

interface Followed {
  topics: readonly string[];
  client: MqttClient;
  on: FollowedTopics;
}

interface WatchOptions {
  url: string;
  /** Unique among the servers of all installations on the broker. */
  clientId: string;
  interfaces: readonly string[];
  probeMs: number;
  events: Pick<LinkEvents, 'gapsChanged' | 'probeRefused'>;
}

const serialNumberOf = (filter: string) => filter.split('/')[3] ?? '';
const topicOf = (filter: string) => filter.split('/')[4] ?? '';

/** Finds what an outside broker does not deliver to this server, and says so while it lasts. */
export function createDeliveryWatch(
  followed: readonly Followed[],
  { url, clientId, interfaces, probeMs, events }: WatchOptions,
) {
  const probeNumber = `${clientId}-probe`;
  const probeTopic = (it: string, sn: string, topic: string) => `${it}/v3/sweepline/${sn}/${topic}`;
  const probes = followed.map(({ topics, client, on }) => {
    const own = topics.flatMap((topic) => interfaces.map((it) => probeTopic(it, probeNumber, topic)));
    void on.add(topics.flatMap((topic) => interfaces.map((it) => `${it}/+/+/${probeNumber}/${topic}`)));
    return probeDelivery(client, {
      topics: own,
      isPending: on.isPending,
      onChange: () => events.gapsChanged?.(),
      onClosed: () => events.probeRefused?.(),
    });
  });

  let dots: boolean | undefined;
  let isAsking = false;
  const askDots = async () => {
    if (dots !== undefined || isAsking || !followed.every(({ client }) => client.connected)) return;
    isAsking = true;
    dots = await keepsDots(url, `${clientId}-dots`, (sn) =>
      probeTopic(interfaces[0]!, `${clientId}-${sn}`, 'state'),
    );
    isAsking = false;
    if (dots === false) events.gapsChanged?.();
  };

  const round = () => {
    // Before the refused subscriptions are sent again: a probe waits until none is pending.
    for (const { send } of probes) send();
    for (const { on } of followed) void on.retry();
    void askDots();
  };
  for (const { client } of followed) client.on('connect', () => void askDots());
  const timer = setInterval(round, probeMs);
  timer.unref();

  return {
    /** Whether a message is one of this server to itself. */
    isOwn: (topic: string): boolean => topic.includes(probeNumber) && probes.some((it) => it.isOwn(topic)),
    gaps: (): DeliveryGaps => {
      const refused = followed.flatMap(({ on }) => [...on.refused()]);
      const ofDevices = refused.filter((filter) => !['+', probeNumber].includes(serialNumberOf(filter)));
      const ofAll = refused.filter((filter) => serialNumberOf(filter) === probeNumber);
      const undelivered = probes.flatMap((it) => it.undelivered());
      return {
        serialNumbers: [...new Set(ofDevices.map(serialNumberOf))],
        topics: [...new Set([...ofAll, ...undelivered].map(topicOf))],
        missesStrangers: refused.some((filter) => serialNumberOf(filter) === '+'),
      };
    },
    keepsDots: () => dots,
    stop: () => clearInterval(timer),
  };
}

import { once, type EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import mqtt, { type MqttClient } from 'mqtt';

const answerMs = 5_000;
const attempts = 2;

type TopicOf = (serialNumber: string) => string;

/**
 * Whether the broker keeps a dot in a level of a topic. RabbitMQ makes two levels of it, and NATS closes the connection. Undefined if
 * nothing can be told. The question has a connection of its own, because that may be closed.
 */
export async function keepsDots(
  url: string,
  clientId: string,
  topicOf: TopicOf,
): Promise<boolean | undefined> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const answer = await ask(url, clientId, topicOf);
    if (answer !== false) return answer;
  }
  return false;
}

async function ask(url: string, clientId: string, topicOf: TopicOf): Promise<boolean | undefined> {
  let client: MqttClient | undefined;
  try {
    client = await mqtt.connectAsync(url, { clientId, reconnectPeriod: 0, connectTimeout: answerMs });
    client.on('error', () => {});
    // Only a connection on which a name without a dot arrives proves something about one with a dot. No other probe may use these
    // names: its message would arrive in the place of the answer.
    const [plain, dotted] = [topicOf('echo'), topicOf('echo.dot')];
    if ((await echoOf(client, plain)) !== plain) return undefined;
    return (await echoOf(client, dotted)) === dotted;
  } catch {
    return undefined;
  } finally {
    client?.end(true);
  }
}

/** The topic under which a message to this topic arrives; undefined if it does not, or the connection is closed. */
async function echoOf(client: MqttClient, topic: string): Promise<string | undefined> {
  const limit = new AbortController();
  const { signal } = limit;
  // The library types its events more narrowly than `once` takes them.
  const emitter = client as unknown as EventEmitter;
  const arrival = once(emitter, 'message', { signal }).then(([from]) => String(from));
  const end = once(emitter, 'close', { signal }).then(() => undefined);
  const none = pause(answerMs, undefined, { signal });
  for (const it of [arrival, end, none]) it.catch(() => {});
  try {
    await Promise.race([client.subscribeAsync(topic, { qos: 1 }).catch(() => {}), end, none]);
    if (client.connected) client.publish(topic, '', { qos: 1 });
    return await Promise.race([arrival, end, none]);
  } finally {
    limit.abort();
  }
}

import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { isDownTopic } from '@sweepline/contract/robot';
import { ask } from '../../wire/connection/http.ts';
import { Probe, type ProbeSetup, type Received } from './probe.ts';

interface CheckContext {
  setup: ProbeSetup;
  /** The address of the device API; undefined when it is not tested. */
  http: string | undefined;
  /** The connected robot. */
  robot: Probe;
}

/** True when the server keeps the rule, false when not; a text says why it was not tested. */
export type Verdict = boolean | string;

export interface ServerRule {
  id: string;
  /** The rule, with its page of docs/protocol. */
  text: string;
  page: string;
  run: (context: CheckContext) => Promise<Verdict>;
}

const noPassword = 'needs --password: this listener checks no credential';
const isAck =
  (msgId: string) =>
  ({ name, body }: Received) =>
    name === 'xAck' && Array.isArray(body['acks']) && body['acks'].includes(msgId);
/** A reply to a command that the server never sent: it is durable and changes nothing. */
const aReply = () => ({ commandId: randomUUID(), status: 'SUCCEEDED', code: '' });

/** Whether a durable message is acknowledged. */
async function isAcknowledged(
  robot: Probe,
  body: Record<string, unknown> & { msgId: string },
): Promise<boolean> {
  const since = robot.received.length;
  await robot.say('xReply', body);
  return (await robot.waitFor(isAck(body.msgId), since)) !== undefined;
}

/** The answer to a request, if one comes. */
async function answerTo(robot: Probe, requestId: string, type: string): Promise<Received | undefined> {
  const since = robot.received.length;
  await robot.say('xRequest', { requestId, type, params: {} });
  return robot.waitFor(({ name, body }) => name === 'xResponse' && body['requestId'] === requestId, since);
}

const timed = (answer: Received | undefined) =>
  answer?.body['status'] === 'OK' && !Number.isNaN(Date.parse(String(answer.body['serverTime'])));

const accessRules: readonly ServerRule[] = [
  {
    id: 'ACCESS-1',
    text: 'The broker refuses a wrong password.',
    page: 'credentials.md',
    run: async ({ setup }) => {
      if (setup.password === undefined) return noPassword;
      const stranger = new Probe(setup);
      const isAccepted = await stranger.connect(`${setup.password}-wrong`);
      if (isAccepted) await stranger.leave();
      return !isAccepted;
    },
  },
  {
    id: 'ACCESS-2',
    text: 'A robot cannot subscribe to the topics of others, nor to its own up topics.',
    page: 'topics.md#access-rights',
    run: async ({ setup, robot }) => {
      if (setup.password === undefined) return noPassword;
      const since = robot.received.length;
      for (const filter of ['#', '+/+/+/+/state', robot.topicOf('state')]) await robot.maySubscribe(filter);
      // A broker may drop a message to a client to which it delivers others at the same time.
      for (let n = 0; n < 5; n++) {
        await robot.say('state', { probe: true });
        await pause(200);
      }
      const echo = await robot.waitFor(({ name }) => name === 'state', since);
      // A broker may end the connection of a robot that tries.
      return echo === undefined;
    },
  },
  {
    id: 'ACCESS-3',
    text: 'A robot cannot publish on its down topics.',
    page: 'topics.md#access-rights',
    run: async ({ setup, robot }) => {
      if (setup.password === undefined) return noPassword;
      const mark = randomUUID();
      await robot.raw(robot.topicOf('state').replace(/state$/, 'xAck'), JSON.stringify({ acks: [mark] }));
      return (await robot.waitFor(isAck(mark))) === undefined;
    },
  },
  {
    id: 'ACCESS-4',
    text: 'Orders, actions, zones and commands are never retained.',
    page: 'topics.md#vda-topics',
    run: ({ robot }) =>
      Promise.resolve(
        !robot.received.some(({ retain, name }) => retain && isDownTopic(name) && name !== 'xDesired'),
      ),
  },
];

const messageRules: readonly ServerRule[] = [
  {
    id: 'TIME-1',
    text: 'A request for the time is answered with `serverTime`.',
    page: 'journal.md#requests',
    run: async ({ robot }) => timed(await answerTo(robot, randomUUID(), 'time')),
  },
  {
    id: 'TIME-2',
    text: 'A repeated request is answered again, under the same `requestId`.',
    page: 'journal.md#requests',
    run: async ({ robot }) => {
      const requestId = randomUUID();
      return (
        timed(await answerTo(robot, requestId, 'time')) && timed(await answerTo(robot, requestId, 'time'))
      );
    },
  },
  {
    id: 'REQUEST-1',
    text: 'A request of an unknown type is answered with `ERROR`.',
    page: 'journal.md#requests',
    run: async ({ robot }) =>
      (await answerTo(robot, randomUUID(), 'make.coffee'))?.body['status'] === 'ERROR',
  },
  {
    id: 'JOURNAL-1',
    text: 'A durable message is acknowledged.',
    page: 'journal.md#acknowledgement',
    run: ({ robot }) => isAcknowledged(robot, { ...robot.durable(), ...aReply() }),
  },
  {
    id: 'JOURNAL-2',
    text: 'A repeated durable message is acknowledged again.',
    page: 'journal.md#acknowledgement',
    run: async ({ robot }) => {
      const message = { ...robot.durable(), ...aReply() };
      return (await isAcknowledged(robot, message)) && (await isAcknowledged(robot, message));
    },
  },
  {
    id: 'JOURNAL-3',
    text: 'A durable message that the server cannot use is acknowledged, so that it does not block the journal.',
    page: 'journal.md#acknowledgement',
    run: ({ robot }) => isAcknowledged(robot, { ...robot.durable(), commandId: 7, status: 'DONE' }),
  },
  {
    id: 'INPUT-1',
    text: 'Unreadable messages end neither the connection nor the answers.',
    page: 'errors.md',
    run: async ({ robot }) => {
      for (const payload of ['', '{', '[]', '\0', '{"headerId":{}}', `{"a":${'['.repeat(100)}`])
        await robot.raw(robot.topicOf('state'), payload);
      return timed(await answerTo(robot, randomUUID(), 'time'));
    },
  },
];

const connectionRules: readonly ServerRule[] = [
  {
    id: 'HTTP-1',
    text: 'The device API says OK and its time to an activated robot.',
    page: 'credentials.md',
    run: async ({ setup: { user, password }, http }) => {
      if (http === undefined || password === undefined) return 'needs --http and --password';
      const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
      const { status, body } = await ask(`${http}/device/v1/config`, {
        method: 'GET',
        headers: { authorization },
      });
      return status === 200 && JSON.stringify(body).includes('"status":"OK"');
    },
  },
  {
    id: 'HTTP-2',
    text: 'The device API refuses a wrong password.',
    page: 'credentials.md',
    run: async ({ setup: { user, password }, http }) => {
      if (http === undefined || password === undefined) return 'needs --http and --password';
      const authorization = `Basic ${Buffer.from(`${user}:${password}-wrong`).toString('base64')}`;
      const headers = { authorization, 'content-type': 'application/json' };
      const upload = { method: 'POST', headers, body: '{}' };
      return (await ask(`${http}/device/v1/uploads`, upload)).status === 401;
    },
  },
  {
    id: 'CONNECT-1',
    text: 'A second connection with the same credential ends the first.',
    page: 'connecting.md',
    run: async ({ setup, robot }) => {
      const second = new Probe(setup);
      const isConnected = await second.connect();
      const isEnded = await robot.waitForEnd();
      await second.leave();
      return isConnected && isEnded;
    },
  },
];

/** The rules, in order; the last one ends the connection. */
export const serverRules: readonly ServerRule[] = [...accessRules, ...messageRules, ...connectionRules];

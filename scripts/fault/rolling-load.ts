import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { announcementCalls, deviceCalls, socketFrame, topics, urlOf, type Call } from '@sweepline/contract';
import { openSocketConnection } from '../../apps/console/src/kit/api/socket-connection.ts';
import { people } from '../../apps/server/src/test-kit/people.ts';
import { newId } from '../../apps/server/src/platform/runtime/ids.ts';

const readers = 8;
const publishEveryMs = 100;
/** A push arrives within this time of its call. */
const settleMs = 3_000;

interface Answer {
  code: number | string;
  data: unknown;
}

/** Sends a call as the console does. The code is that of the envelope, the status or the error of the connection. */
const sender = (url: string, agent: Agent) => (call: Call, input: object) =>
  new Promise<Answer>((resolve) => {
    const { token } = people.superAdmin;
    const headers = { 'content-type': 'application/json', authorization: token, 'idempotency-key': newId() };
    const sent = request(`${url}${urlOf(call)}`, { method: 'POST', agent, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', () => resolve({ code: 'CUT', data: null }));
      answer.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve(
          answer.statusCode === 200
            ? (JSON.parse(text) as Answer)
            : { code: `${answer.statusCode}`, data: null },
        );
      });
    });
    sent.on('error', (error: NodeJS.ErrnoException) => resolve({ code: error.code ?? 'CUT', data: null }));
    sent.end(JSON.stringify(input));
  });

/** Users that call all the time, one of them publishing, and a page that receives what is published. */
export function startLoad(url: string) {
  const agent = new Agent({ keepAlive: true });
  const send = sender(url, agent);
  const failures = new Map<string, number>();
  const published = new Set<string>();
  const pushed = new Map<string, number>();
  let calls = 0;
  let connections = 0;
  let isRunning = true;
  const count = ({ code }: Answer) => {
    calls += 1;
    if (code !== 200) failures.set(`${code}`, (failures.get(`${code}`) ?? 0) + 1);
  };
  const read = async () => {
    for (; isRunning; await pause(5)) count(await send(deviceCalls.list, {}));
  };
  const publish = async () => {
    for (let n = 0; isRunning; n += 1, await pause(publishEveryMs)) {
      const description = `<p>Release notes ${n}</p>`;
      const answer = await send(announcementCalls.publish, {
        langDescriptions: [{ lang: 'en_US', description }],
      });
      count(answer);
      if (answer.code === 200) published.add((answer.data as { id: string }).id);
    }
  };
  // The connection of the console itself, with the session's token in place of a ticket.
  const address = async () => `${url.replace('http', 'ws')}/service/ws/${people.superAdmin.token}`;
  const page = openSocketConnection(address, {
    limited: (limit) => void failures.set(limit, 1),
    opened: () => {
      connections += 1;
      page.say({ subscribe: topics.announcement.name });
    },
    received: (text) => {
      const { topic, content } = socketFrame.parse(JSON.parse(String(text)));
      if (topic === topics.moving.name) page.move(topics.moving.message.parse(content).withinMs);
      if (topic !== topics.announcement.name) return;
      const { id } = topics.announcement.message.parse(content);
      pushed.set(id, (pushed.get(id) ?? 0) + 1);
    },
  });
  let loops: Promise<unknown> = Promise.resolve();
  return {
    /** Begins once the page is connected. */
    start: async (): Promise<void> => {
      while (connections === 0) await pause(50);
      await pause(settleMs);
      loops = Promise.all([publish(), ...Array.from({ length: readers }, read)]);
    },
    figures: () => ({
      calls,
      failed: Object.fromEntries(failures),
      published: published.size,
      lostPushes: [...published].filter((id) => !pushed.has(id)).length,
      connections,
    }),
    stop: async (): Promise<void> => {
      isRunning = false;
      await loops;
      await pause(settleMs);
      page.close();
      agent.destroy();
    },
  };
}

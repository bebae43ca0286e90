import {
  controlPasswordCalls,
  deviceControlCalls,
  shellCalls,
  shellOutputTopic,
  type ShellOutput,
  type ShellState,
} from '@sweepline/contract';
import { eventually } from '../../robots/test-kit/test-gateway.ts';
import { aDrivableRobot, aSocket } from '../builders/drivable.ts';
import { people, type Person } from '../people.ts';
import type { TestServer } from '../index.ts';
import { openTestStream, TestSshd } from './test-sshd.ts';

const controlPassword = 'let me drive';

/** A robot of the mall that can open a shell, and the ways of people to it. */
export async function aShellRobot(server: TestServer, address: string, sn: string) {
  const robot = await aDrivableRobot(server, { sn });
  const sshd = new TestSshd();
  const closes: (() => unknown)[] = [() => robot.leave()];
  const report = async (more: object = {}) => {
    const document = { versions: {}, sections: {}, consumables: [], streamKinds: ['LOG', 'SSH'] };
    await robot.robot.say('xReported', { ...document, sshHostKey: sshd.hostKey, ...more }, 1);
  };
  const standing = (who: Person) => server.ok(shellCalls.standing, who, { deviceId: robot.id });
  await report();
  await eventually(async () => (await standing(people.mallAdmin)).supported, 'the shell');
  await server.ok(controlPasswordCalls.update, people.mallAdmin, {
    id: robot.id,
    scope: 'DEVICE',
    password: controlPassword,
  });
  const unlock = (who: Person) =>
    server.ok(deviceControlCalls.unlock, who, { id: robot.id, password: controlPassword });
  const request = async (who: Person, more: object = {}) => {
    await unlock(who);
    return await server.ok(shellCalls.request, who, {
      deviceId: robot.id,
      reason: 'It stands still',
      minutes: 30,
      ...more,
    });
  };
  const headers = { authorization: `Basic ${Buffer.from(`${sn}:secret`).toString('base64')}` };
  /** The robot's end of a session, when its command arrived. */
  const stream = async (id: string) => {
    const terms = await eventually(
      () =>
        robot
          .told('stream.open')
          .map(({ params }) => params as { sessionId: string; token: string; resumeToken: string })
          .find(({ sessionId }) => sessionId === id),
      'the command',
    );
    const opened = openTestStream(sshd, terms, headers);
    closes.push(opened.close);
    return opened;
  };
  const detail = (id: string) => server.ok(shellCalls.detail, people.superAdmin, { id });
  const untilState = async (id: string, state: ShellState) => {
    const seen = { text: '' };
    const reached = eventually(
      async () => {
        const session = await detail(id);
        seen.text = `${session.state} ${session.endReason}`;
        return session.state === state && session;
      },
      `the state ${state}`,
      20_000,
    );
    return await reached.catch((error: unknown) => {
      throw new Error(`${String(error)}; it is ${seen.text}`);
    });
  };
  /** A page that reads the output of a session. */
  const page = async (who: Person, id: string) => {
    const socket = await aSocket(server, address, who);
    closes.push(() => socket.close());
    const { name } = shellOutputTopic(id);
    socket.say({ subscribe: name });
    return {
      ...socket,
      /** What was pushed since the subscription. */
      pushed: () => socket.on(name) as unknown as ShellOutput[],
      /** The whole output. */
      text: async () => (await server.ok(shellCalls.output, who, { id, from: 0 })).text,
      type: (text: string) => socket.say({ shell: { session: id, text } }),
      resize: (cols: number, rows: number) => socket.say({ shell: { session: id, cols, rows } }),
    };
  };
  return {
    ...robot,
    sshd,
    report,
    standing,
    unlock,
    request,
    stream,
    detail,
    untilState,
    page,
    /** A running shell of a person who needs no approval, with the page that opened it. */
    running: async (who: Person = people.mallAdmin, more: object = {}) => {
      const { id } = await request(who, more);
      await server.ok(shellCalls.open, who, { id });
      const opened = await stream(id);
      const status = await opened.open(address);
      if (status !== 101) throw new Error(`the stream was answered with ${status}`);
      await untilState(id, 'RUNNING');
      return { id, stream: opened, page: await page(who, id) };
    },
    close: async () => {
      for (const close of closes.toReversed()) await close();
    },
  };
}

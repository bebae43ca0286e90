import type { Call, Output } from '@sweepline/contract';
import { people, type Person } from '../../apps/server/src/test-kit/people.ts';
import { sendOverHttp } from '../../apps/server/src/test-kit/send-over-http.ts';

/** The data of a call by the administrator of the robot's company. Throws a refusal. */
export async function ask<C extends Call>(port: number, call: C, input: object): Promise<Output<C>> {
  const { code, msg, data } = await sendOverHttp(`http://127.0.0.1:${port}`, call, people.mallAdmin, input);
  if (code !== 200) throw new Error(`${call.path}: ${msg}`);
  return data;
}

interface Pushed {
  topic: string;
  content: unknown;
}

/** The socket of a page; `arrived` gets its messages, `frame` its pictures. */
export async function openPage(
  port: number,
  who: Person,
  arrived: (message: Pushed) => void,
  frame: () => void = () => {},
): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/service/ws/${encodeURIComponent(who.token)}`);
  socket.binaryType = 'arraybuffer';
  socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data instanceof ArrayBuffer) frame();
    else arrived(JSON.parse(String(data)) as Pushed);
  });
  await new Promise<void>((done, fail) => {
    socket.addEventListener('open', () => done());
    socket.addEventListener('error', () => fail(new Error('the socket was refused')));
  });
  return socket;
}

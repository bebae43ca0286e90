import { WebSocket } from 'ws';
import { eventually } from '../../robots/test-kit/test-gateway.ts';
import type { aDrivableRobot } from '../builders/drivable.ts';

type Robot = Awaited<ReturnType<typeof aDrivableRobot>>;

/** The streams that a test opens as its robot does, at the server of an address as `ws://…`. */
export function robotStreams(address: string) {
  const sockets: WebSocket[] = [];
  /** The token that the robot was sent for a session, or for the newest one. */
  const tokenOf = (robot: Robot, sessionId?: string) =>
    eventually(
      () =>
        robot
          .told('stream.open')
          .map(({ params }) => params as { sessionId: string; token: string; kind: string })
          .findLast((params) => sessionId === undefined || params.sessionId === sessionId),
      'the command that opens a stream',
    );
  return {
    tokenOf,
    /** Resolves to the connection, or to the status of a refusal. */
    connect: (sn: string, { sessionId, token }: { sessionId: string; token: string }, secret = 'secret') =>
      new Promise<WebSocket | number>((done) => {
        const authorization = `Basic ${Buffer.from(`${sn}:${secret}`).toString('base64')}`;
        const socket = new WebSocket(`${address}/device/v1/stream/${sessionId}?token=${token}`, {
          headers: { authorization },
        });
        sockets.push(socket);
        socket.on('error', () => {});
        socket.on('open', () => done(socket));
        socket.on('unexpected-response', (_request, response) => done(response.statusCode ?? 0));
      }),
    close: () => {
      for (const socket of sockets.splice(0)) socket.close();
    },
  };
}

import {
  framesChannel,
  streamViewers,
} from '../../apps/server/src/features/remote/video/video-channel-service.ts';
import { BinaryContent } from '../../apps/server/src/platform/socket/binary-content.ts';
import { startApi, type Databases } from '../list/our-api.ts';
import { cameras, floodOnOrder, sessionId } from './streams.ts';

/** The sockets of the server as in production. Frames are published where the route of robots publishes them. */
process.once('message', async ({ logins, ...databases }: Databases & { logins: string[] }) => {
  const { app, bus, port } = await startApi(databases);
  // The owner of a robot confirms its viewers every second.
  setInterval(() => {
    for (let camera = 0; camera < cameras; camera += 1)
      bus.publish(streamViewers, { sessionId: sessionId(camera), logins, skewMs: 0, fps: null });
  }, 1_000);
  floodOnOrder(
    () => app.websocketServer.clients,
    (camera, frame) => bus.publish(framesChannel(sessionId(camera)), new BinaryContent(frame)),
  );
  process.send?.(port);
});

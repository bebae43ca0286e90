import { topics } from '@sweepline/contract';
import { companyId } from '../../seeds/many-devices.ts';
import { startApi, type Databases } from '../list/our-api.ts';
import { publishOnOrder } from './publish.ts';

/** The sockets of the server as in production. Events are published where the gateway publishes them. */
process.once('message', async (databases: Databases) => {
  const { app, bus, port } = await startApi(databases);
  publishOnOrder(
    () => app.websocketServer.clients,
    (event) => bus.publish(topics.online, event, { companyId: companyId(2) }),
  );
  process.send?.(port);
});

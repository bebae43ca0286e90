import { startApi, type Databases } from './our-api.ts';

process.once('message', async (databases: Databases) => {
  const { port, stop } = await startApi(databases);
  process.send?.(port);
  process.once('message', async () => {
    await stop();
    process.disconnect();
  });
});

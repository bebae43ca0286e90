import { once } from 'node:events';
import ssh2 from 'ssh2';
import { newSessionKey } from '../../robots/shell/session-key.ts';

/** A shell of plain SSH at a port of this machine, without a server between. */
export async function openPlainShell(port: number, shown: (text: string) => void) {
  const client = new ssh2.Client();
  const { privateKey } = newSessionKey(ssh2.utils);
  client.connect({ host: '127.0.0.1', port, username: 'diag', privateKey });
  await once(client, 'ready');
  const channel = await new Promise<ssh2.ClientChannel>((done, fail) =>
    client.shell((error, opened) => (error ? fail(error) : done(opened))),
  );
  channel.on('data', (bytes: Buffer) => shown(bytes.toString()));
  return { type: (text: string) => void channel.write(text), close: () => void client.end() };
}

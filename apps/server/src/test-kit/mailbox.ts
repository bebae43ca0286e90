import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** Starts a mail server, by default on a free port. `refuse` returns a code for an address to refuse; undefined accepts it. */
export async function openMailbox(
  refuse: (address: string) => number | undefined = () => undefined,
  wantedPort = 0,
) {
  const received: { to: string; mail: Email }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => {
      const code = refuse(address);
      done(code === undefined ? undefined : Object.assign(new Error('not here'), { responseCode: code }));
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        void PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          received.push({ to: session.envelope.rcptTo.map(({ address }) => address).join(), mail });
          done();
        }, done);
      });
    },
  });
  await new Promise<void>((listening) => server.listen(wantedPort, '127.0.0.1', () => listening()));
  const { port } = server.server.address() as { port: number };
  return {
    received,
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((closed) => server.close(() => closed())),
  };
}

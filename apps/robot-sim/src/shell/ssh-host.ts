import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { AuthContext, Connection, Server, Session } from 'ssh2';
import type { HostKey } from './host-key.ts';
import { RobotShell } from './robot-shell.ts';
import type { CommandMaterial } from './shell-commands.ts';
import { certificateType, checkSignIn } from './user-certificate.ts';

interface HostSetup extends CommandMaterial {
  hostKey: () => HostKey;
  /** The keys of the authorities whose certificates are accepted. */
  trusted: () => readonly string[];
  /** The time by the robot's estimate of the server's clock. */
  serverNow: () => number;
}

/** The sshd of a simulated robot, on loopback. It accepts certificates only, and opens shells only. */
export class SshHost {
  readonly #setup: HostSetup;
  #server: Promise<Server> | undefined;

  constructor(setup: HostSetup) {
    this.#setup = setup;
  }

  /** The port of the sshd. The first use starts it and loads the library. */
  async port(): Promise<number> {
    const server = await (this.#server ??= this.#start());
    // A server on loopback has an address with a port.
    return (server.address() as AddressInfo).port;
  }

  close() {
    void this.#server?.then((server) => server.close());
    this.#server = undefined;
  }

  async #start(): Promise<Server> {
    const { Server: SshServer } = (await import('ssh2')).default;
    const server = new SshServer({ hostKeys: [this.#setup.hostKey().privateKey] }, (client) =>
      this.#serve(client),
    );
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    server.unref();
    return server;
  }

  #serve(client: Connection) {
    const permits = new Set<string>();
    client.on('error', () => {});
    client.on('authentication', (attempt) => {
      const permitted = this.#permitted(attempt);
      if (!permitted) return attempt.reject(['publickey']);
      for (const permit of permitted) permits.add(permit);
      attempt.accept();
    });
    client.on('session', (accept) => this.#open(accept(), permits, client));
  }

  #permitted(attempt: AuthContext): string[] | undefined {
    if (attempt.method !== 'publickey' || attempt.key.algo !== certificateType) return undefined;
    const { username: user, key, signature, blob } = attempt;
    const outcome = checkSignIn({
      user,
      certificate: key.data,
      signed: signature && blob ? { data: blob, signature } : undefined,
      trusted: this.#setup.trusted(),
      nowMs: this.#setup.serverNow(),
    });
    return typeof outcome === 'string' ? undefined : outcome.permits;
  }

  #open(session: Session, permits: ReadonlySet<string>, client: Connection) {
    let rows = 24;
    let shell: RobotShell | undefined;
    session.on('pty', (accept, reject, size) => {
      if (!permits.has('permit-pty')) return reject();
      ({ rows } = size);
      accept();
    });
    session.on('window-change', (accept, _reject, size) => {
      ({ rows } = size);
      shell?.resize(rows);
      accept?.();
    });
    session.on('shell', (accept) => {
      const channel = accept();
      shell = new RobotShell({
        ...this.#setup,
        user: 'diag',
        rows,
        write: (text) => void channel.write(text),
        exit: () => {
          channel.exit(0);
          channel.end();
          client.end();
        },
      });
      channel.on('data', (bytes: Buffer) => shell?.input(bytes));
      channel.on('close', () => shell?.close());
    });
  }
}

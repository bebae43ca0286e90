import type { Server, Socket } from 'node:net';
import { createServer, type TlsOptions, type TLSSocket } from 'node:tls';
import { certificateId } from '../identity/certificate-ids.ts';
import type { RevocationList } from './revocation-list.ts';

/** The broker's own certificate, and the authority that signs its devices'. PEM. */
export interface BrokerTls {
  cert: string;
  key: string;
  /** Without it the broker has no listener for client certificates. */
  deviceCa?: string;
  /** Certificates of that authority that are refused. */
  revoked?: RevocationList;
  /** The port for devices with a certificate (8883). */
  port: number;
  /** The port for devices with a user name and a password (8884). */
  passwordPort: number;
}

export interface TlsListener {
  server: Server;
  port: number;
}

/** What a client certificate proves: the name and the certificate itself. */
export interface Certified {
  name: string;
  der: Buffer;
}

type Accept = (socket: Socket, certified?: Certified) => void;

/**
 * The encrypted listeners (docs/protocol/connecting.md#listeners). `accept` receives each connection, with the common name
 * of its client certificate as the serial number. A certificate of another authority or a revoked one is refused in the
 * handshake. Revoking it later closes its connection.
 */
export function tlsListeners(tls: BrokerTls, accept: Accept): TlsListener[] {
  const { cert, key, deviceCa, port, passwordPort } = tls;
  const common = { cert, key, minVersion: 'TLSv1.2' } as const;
  const listeners = [{ server: createServer(common, (socket) => accept(socket)), port: passwordPort }];
  if (deviceCa) {
    const options = { ...common, ca: deviceCa, requestCert: true, rejectUnauthorized: true };
    listeners.push({ server: certifiedListener(options, tls.revoked, accept), port });
  }
  // A failed handshake concerns only its client; without a listener it would be an uncaught error.
  for (const { server } of listeners) server.on('tlsClientError', () => {});
  return listeners;
}

function certifiedListener(options: TlsOptions, revoked: RevocationList | undefined, accept: Accept) {
  const withList = (): TlsOptions => ({ ...options, ...(revoked && { crl: [...revoked.pem()] }) });
  const open = new Map<TLSSocket, string>();
  const server = createServer(withList(), (socket) => {
    const { raw } = socket.getPeerCertificate();
    const id = raw && certificateId(raw);
    // A resumed session presents its certificate without a check by OpenSSL.
    if (!id || revoked?.has(id)) return void socket.destroy();
    open.set(socket, id);
    socket.once('close', () => open.delete(socket));
    accept(socket, { name: commonName(socket), der: raw });
  });
  revoked?.listen(() => {
    server.setSecureContext(withList());
    for (const [socket, id] of open) if (revoked.has(id)) socket.destroy();
  });
  return server;
}

/** Empty when the certificate has no common name, or several: it then identifies no device. */
function commonName(socket: TLSSocket): string {
  const name: unknown = socket.getPeerCertificate().subject.CN;
  return typeof name === 'string' ? name : '';
}

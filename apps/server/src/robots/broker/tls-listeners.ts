import type { Server, Socket } from 'node:net';
import { createServer, type TlsOptions, type TLSSocket } from 'node:tls';
import { certificateId } from '../identity/certificate-ids.ts';
import type { RevocationList } from './revocation-list.ts';

/** The broker's own certificate, and the authority that signs its devices'. PEM. */
export interface BrokerTls {
  cert: string;
  key: string;
  /** Without it there is no listener for client certificates. */
  deviceCa?: string;
  /** Certificates of that authority which are not taken any more. */
  revoked?: RevocationList;
  /** For devices with a certificate (protocol 1.1: 8883). */
  port: number;
  /** For devices with a user name and a password (protocol 1.1: 8884). */
  passwordPort: number;
}

export interface TlsListener {
  server: Server;
  port: number;
}

/** What a client certificate proves: a name, its serial number, and which certificate it is. */
export interface Certified {
  name: string;
  der: Buffer;
}

type Accept = (socket: Socket, certified?: Certified) => void;

/**
 * The encrypted listeners of protocol 1.1. `accept` takes each connection; with a client certificate also what it
 * proves: its common name is the serial number. A certificate another authority signed never gets so far, nor does
 * one that was revoked; revoking it later ends its connection.
 */
export function tlsListeners(tls: BrokerTls, accept: Accept): TlsListener[] {
  const { cert, key, deviceCa, port, passwordPort } = tls;
  const common = { cert, key, minVersion: 'TLSv1.2' } as const;
  const listeners = [{ server: createServer(common, (socket) => accept(socket)), port: passwordPort }];
  if (deviceCa) {
    const options = { ...common, ca: deviceCa, requestCert: true, rejectUnauthorized: true };
    listeners.push({ server: certifiedListener(options, tls.revoked, accept), port });
  }
  // A handshake that fails is the caller's affair; without a listener it would be an uncaught error.
  for (const { server } of listeners) server.on('tlsClientError', () => {});
  return listeners;
}

function certifiedListener(options: TlsOptions, revoked: RevocationList | undefined, accept: Accept) {
  const withList = (): TlsOptions => ({ ...options, ...(revoked && { crl: [...revoked.pem()] }) });
  const open = new Map<TLSSocket, string>();
  const server = createServer(withList(), (socket) => {
    const { raw } = socket.getPeerCertificate();
    const id = raw && certificateId(raw);
    // A resumed session shows its certificate without OpenSSL judging it again.
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

/** Empty when the certificate names nobody, or several: then no device is meant. */
function commonName(socket: TLSSocket): string {
  const name: unknown = socket.getPeerCertificate().subject.CN;
  return typeof name === 'string' ? name : '';
}

import type { Server, Socket } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';

/** The broker's own certificate, and the authority that signs its devices'. PEM. */
export interface BrokerTls {
  cert: string;
  key: string;
  /** Without it there is no listener for client certificates. */
  deviceCa?: string;
  /** For devices with a certificate (protocol 1.1: 8883). */
  port: number;
  /** For devices with a user name and a password (protocol 1.1: 8884). */
  passwordPort: number;
}

export interface TlsListener {
  server: Server;
  port: number;
}

/**
 * The encrypted listeners of protocol 1.1. `accept` takes each connection; with a client certificate also the name it
 * proves, its common name, which is the serial number. A certificate another authority signed never gets so far.
 */
export function tlsListeners(
  tls: BrokerTls,
  accept: (socket: Socket, certifiedName?: string) => void,
): TlsListener[] {
  const { cert, key, deviceCa, port, passwordPort } = tls;
  const common = { cert, key, minVersion: 'TLSv1.2' } as const;
  const listeners = [{ server: createServer(common, (socket) => accept(socket)), port: passwordPort }];
  if (deviceCa) {
    const options = { ...common, ca: deviceCa, requestCert: true, rejectUnauthorized: true };
    const server = createServer(options, (socket) => accept(socket, commonName(socket)));
    listeners.push({ server, port });
  }
  // A handshake that fails is the caller's affair; without a listener it would be an uncaught error.
  for (const { server } of listeners) server.on('tlsClientError', () => {});
  return listeners;
}

/** Empty when the certificate names nobody, or several: then no device is meant. */
function commonName(socket: TLSSocket): string {
  const name: unknown = socket.getPeerCertificate().subject.CN;
  return typeof name === 'string' ? name : '';
}

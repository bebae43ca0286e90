import type { Server, Socket } from 'node:net';
import { createServer, type TlsOptions, type TLSSocket } from 'node:tls';
import { certificateId } from '../identity/certificate-ids.ts';
import type { RefusedSignIn } from '../identity/connection-refusals.ts';
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
type Refused = (refused: RefusedSignIn) => void;

/**
 * The encrypted listeners (docs/protocol/connecting.md#listeners). `accept` receives each connection, with the common name
 * of its client certificate as the serial number. A client with a certificate of another authority, or with a revoked one, is
 * disconnected before its first packet and named in `refused`. Revoking it later closes its connection.
 */
export function tlsListeners(tls: BrokerTls, accept: Accept, refused: Refused): TlsListener[] {
  const { cert, key, deviceCa, port, passwordPort } = tls;
  const common = { cert, key, minVersion: 'TLSv1.2' } as const;
  const listeners = [{ server: createServer(common, (socket) => accept(socket)), port: passwordPort }];
  if (deviceCa) {
    // With `rejectUnauthorized` the socket would be gone before its certificate can be read.
    const options = { ...common, ca: deviceCa, requestCert: true, rejectUnauthorized: false };
    listeners.push({ server: certifiedListener(options, tls.revoked, accept, refused), port });
  }
  // A failed handshake concerns only its client; without a listener it would be an uncaught error.
  for (const { server } of listeners) server.on('tlsClientError', () => {});
  return listeners;
}

function certifiedListener(
  options: TlsOptions,
  revoked: RevocationList | undefined,
  accept: Accept,
  refused: Refused,
) {
  const withList = (): TlsOptions => ({ ...options, ...(revoked && { crl: [...revoked.pem()] }) });
  const open = new Map<TLSSocket, string>();
  const server = createServer(withList(), (socket) => {
    const { raw } = socket.getPeerCertificate();
    const id = raw && certificateId(raw);
    // A resumed session presents its certificate without a check by OpenSSL.
    if (!socket.authorized || !id || revoked?.has(id)) {
      const reason = raw ? reasonOf(socket) : 'NO_CREDENTIAL';
      refused({ name: commonName(socket), reason, address: socket.remoteAddress ?? '' });
      return void socket.destroy();
    }
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

/** Why a certificate is refused. A certificate that is authorized can only be revoked. */
function reasonOf({ authorized, authorizationError }: TLSSocket): RefusedSignIn['reason'] {
  if (authorized) return 'CERTIFICATE_REVOKED';
  switch (String(authorizationError)) {
    case 'CERT_REVOKED':
      return 'CERTIFICATE_REVOKED';
    case 'CERT_HAS_EXPIRED':
      return 'CERTIFICATE_EXPIRED';
    default:
      return 'CERTIFICATE_INVALID';
  }
}

/** Empty when the certificate has no common name, or several: it then identifies no device. */
function commonName(socket: TLSSocket): string {
  // Without a certificate there is no subject, whatever the types say.
  const subject = socket.getPeerCertificate().subject as { CN?: unknown } | undefined;
  const name = subject?.CN;
  return typeof name === 'string' ? name : '';
}

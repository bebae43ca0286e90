import { TLSSocket } from 'node:tls';
import { isStorableText } from '@sweepline/contract';
import { eq, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { devices } from '../../entities/devices/device-table.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import { fingerprintOf } from '../../features/devices/identity/certificate-service.ts';
import { deviceCertificates } from '../../entities/devices/certificate-table.ts';
import { secretMatches } from '../../features/devices/identity/credential-service.ts';
import { isBound, registrationOf, type Registration } from '../identity/registry.ts';
import { UploadRefusal } from './upload-service.ts';

/** A robot that calls over HTTP, and whether its credential is valid. */
interface Caller {
  device: Registration;
  isValid: boolean;
}

/** Identifies robots by certificate, or by HTTP Basic with serial number and secret (docs/protocol/files.md#device-api). */
export function deviceCaller(db: Db) {
  const read = <T>(work: Parameters<typeof inScope<T>>[2]) => inScope(db, '*', work, { readOnly: true });

  const byCertificate = (der: Buffer) =>
    read(async (tx): Promise<Caller | undefined> => {
      const [row] = await tx
        .select({ device: devices, revokedAt: deviceCertificates.revokedAt })
        .from(deviceCertificates)
        .innerJoin(devices, eq(devices.id, deviceCertificates.deviceId))
        .where(eq(deviceCertificates.fingerprint, fingerprintOf(der)));
      return row && { device: registrationOf(row.device), isValid: row.revokedAt === null };
    });

  const bySecret = (sn: string, secret: string) =>
    read(async (tx): Promise<Caller | undefined> => {
      const [row] = await tx
        .select()
        .from(devices)
        .where(eq(sql`lower(${devices.sn})`, sn.toLowerCase()));
      if (row?.sn !== sn) return undefined;
      if (secretMatches(secret, row.secretHash)) return { device: registrationOf(row), isValid: true };
      const former = row.formerSecretHash !== null && secretMatches(secret, row.formerSecretHash);
      return former ? { device: registrationOf(row), isValid: false } : undefined;
    });

  const identify = async (request: FastifyRequest): Promise<Caller> => {
    const der = certificateOf(request);
    const [, encoded = ''] = /^Basic (.+)$/.exec(request.headers.authorization ?? '') ?? [];
    const credentials = Buffer.from(encoded, 'base64').toString('utf8');
    // A serial number may contain colons; a secret does not.
    const colon = credentials.lastIndexOf(':');
    const caller = der
      ? await byCertificate(der)
      : colon > 0 && isStorableText(credentials)
        ? await bySecret(credentials.slice(0, colon), credentials.slice(colon + 1))
        : undefined;
    if (!caller) throw new UploadRefusal(401, 'unknown device');
    return caller;
  };

  return {
    /** Any robot that was ever registered, also with a revoked credential: it may read its own status. */
    identify,
    /** A bound robot with a valid credential. */
    bound: async (request: FastifyRequest): Promise<Registration> => {
      const { device, isValid } = await identify(request);
      if (!isBound(device) || !isValid) throw new UploadRefusal(403, 'UNBOUND');
      return device;
    },
  };
}

/** The certificate proved by the TLS handshake; one of a foreign authority is ignored. */
function certificateOf({ raw: { socket } }: FastifyRequest): Buffer | undefined {
  if (!(socket instanceof TLSSocket) || !socket.authorized) return undefined;
  return socket.getPeerCertificate().raw;
}

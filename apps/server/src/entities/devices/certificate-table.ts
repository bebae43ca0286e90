import { index, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { devices } from './device-table.ts';
import { moment, ownedTable } from '../../platform/db/columns.ts';

/** The certificates that the authority issued to robots. One that is missing or revoked is refused. */
export const deviceCertificates = ownedTable(
  'device_certificates',
  {
    deviceId: uuid()
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    /** SHA-256 of the certificate, hex. */
    fingerprint: text().notNull(),
    serial: text().notNull(),
    notBefore: moment().notNull(),
    notAfter: moment().notNull(),
    revokedAt: moment(),
  },
  (table) => [
    uniqueIndex('device_certificates_fingerprint').on(table.fingerprint),
    index('device_certificates_device').on(table.deviceId),
  ],
);

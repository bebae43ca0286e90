import { index, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { devices } from '../../features/devices/device-table.ts';
import { moment, ownedTable } from '../../platform/db/columns.ts';

/** Every certificate our authority issued to a robot. One that is not here, or was revoked, opens nothing. */
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

import { Buffer } from 'node:buffer';
import { canonicalJson } from '@sweepline/contract/robot';
import { and, eq } from 'drizzle-orm';
import { deviceSections } from '../../entities/devices/device-settings-table.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import type { Registration } from '../identity/registry.ts';

export type SectionRow = typeof deviceSections.$inferSelect;

/** A longer section is not sent in the message; the robot downloads it. */
const maxInlineBytes = 16 * 1024;

/** `xDesired` without its envelope: all sections of a device. The sum of their versions only increases. */
export function sectionBody(rows: readonly SectionRow[]) {
  const sections = rows
    .filter(({ version }) => version > 0)
    .map(({ name, version, hash, document }) => {
      const bytes = Buffer.byteLength(canonicalJson(document));
      return [name, bytes > maxInlineBytes ? { version, hash, bytes } : { version, hash, inline: document }];
    });
  return {
    docVersion: rows.reduce((sum, { version }) => sum + version, 0),
    sections: Object.fromEntries(sections) as Record<string, unknown>,
  };
}

/** The document of one version of a device's section; undefined if that version is outdated. */
export async function readSection(db: Db, device: Registration, name: string, version: number) {
  const [row] = await inScope(
    db,
    [device.companyId],
    (tx) =>
      tx
        .select({ document: deviceSections.document })
        .from(deviceSections)
        .where(
          and(
            eq(deviceSections.deviceId, device.deviceId),
            eq(deviceSections.name, name),
            eq(deviceSections.version, version),
          ),
        ),
    { readOnly: true },
  );
  return row?.document;
}

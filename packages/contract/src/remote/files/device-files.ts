import { z } from 'zod';
import { calls } from '../../grammar/call.ts';
import { deviceFilters } from '../../devices/device-filters.ts';
import { permissions } from '../../grammar/permissions.ts';
import { importOutcome, tableFileInput, tableFileUploads } from '../../grammar/table-file.ts';

/** Columns of the import file; the first two are required. */
export const deviceImportColumns = [
  'sn',
  'model',
  'nickname',
  'company',
  'site',
  'tags',
  'manufacturer',
  'protocol',
  'hardware',
  'iccid',
] as const;
export type DeviceImportColumn = (typeof deviceImportColumns)[number];

export const maxImportedDevices = 5000;
/** Company for lines without one; the default is the caller's company. */
const target = z.strictObject({ companyId: z.uuid().optional(), ...tableFileInput });

/** Import and export of devices. The CSV file is the field `file`; imported devices are stock until activation. */
export const deviceFileCalls = calls('devices', {
  importPreview: {
    method: 'POST',
    path: 'service/device/import/preview',
    kind: 'multipart',
    maxUploadBytes: tableFileUploads,
    allow: permissions.deviceImport,
    reads: true,
    input: target,
    output: importOutcome(
      z.object({
        line: z.number().int(),
        sn: z.string(),
        model: z.string(),
        nickname: z.string(),
        company: z.string(),
        site: z.string(),
        tags: z.array(z.string()),
      }),
    ),
  },
  /** Imports the previewed file; all lines or none. */
  import: {
    method: 'POST',
    path: 'service/device/import',
    kind: 'multipart',
    maxUploadBytes: tableFileUploads,
    allow: permissions.deviceImport,
    input: target,
    output: z.object({ added: z.number().int() }),
  },
  /** The filtered devices, or those of `ids`, as CSV. */
  export: {
    method: 'POST',
    path: 'service/device/export',
    kind: 'bytes',
    allow: permissions.deviceExport,
    reads: true,
    input: z.strictObject({ ...deviceFilters, ids: z.array(z.uuid()).min(1).max(1000).optional() }),
    output: z.unknown(),
  },
});

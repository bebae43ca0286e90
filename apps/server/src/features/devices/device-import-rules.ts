import {
  deviceImportColumns,
  deviceModels,
  maxImportedDevices,
  nickname as nicknameField,
  serialNumber,
  tags as tagsField,
  type DeviceImportColumn,
  type ImportFault,
} from '@sweepline/contract';
import { modelOfSerial, ownManufacturer } from '@sweepline/contract/robot';
import { readCsvTable, type CsvTable } from '../../platform/documents/csv-table.ts';

/** A line of the file as a device, before anybody asked the database. */
export interface DeviceLine {
  line: number;
  sn: string;
  model: (typeof deviceModels)[number];
  nickname: string;
  /** Names as they stand; empty for the target company and for no site. */
  company: string;
  site: string;
  tags: string[];
  manufacturer: string;
  protocol: 'v3' | 'v2';
  hardwareVersion: string | null;
  iccid: string | null;
}

type Cells = Record<DeviceImportColumn, string>;
type Fault = Omit<ImportFault, 'line'>;

export const readDeviceFile = (bytes: Uint8Array): CsvTable<DeviceImportColumn> =>
  readCsvTable(bytes, {
    columns: deviceImportColumns,
    required: ['sn', 'model'],
    maxRows: maxImportedDevices,
  });

const invalid = (column: DeviceImportColumn, value: string): Fault => ({ column, reason: 'INVALID', value });
const missing = (column: DeviceImportColumn): Fault => ({ column, reason: 'MISSING', value: '' });

/** What can be said of one line alone. */
export function deviceOfLine(line: number, cells: Cells): { device: DeviceLine; faults: ImportFault[] } {
  const { sn, company, site } = cells;
  const written = cells.model.toUpperCase();
  const model = deviceModels.find((one) => one === written);
  const manufacturer = cells.manufacturer || ownManufacturer;
  const protocol = (cells.protocol || 'v3').toLowerCase();
  const iccid = cells.iccid.replaceAll(/[\s-]/g, '');
  const tags = [
    ...new Set(
      cells.tags
        .split(/[;|、，]/)
        .map((tag) => tag.trim())
        .filter(Boolean),
    ),
  ];
  const nickname = cells.nickname || sn;
  const told = (wrong: boolean, fault: Fault) => (wrong ? [{ line, ...fault }] : []);
  const belongsTo = model && modelOfSerial(manufacturer, sn);
  return {
    device: {
      ...{ line, sn, model: model ?? 'PLAIN', nickname, company, site, tags, manufacturer },
      protocol: protocol === 'v2' ? 'v2' : 'v3',
      hardwareVersion: cells.hardware || null,
      iccid: iccid || null,
    },
    faults: [
      ...told(!sn, missing('sn')),
      ...told(sn !== '' && !serialNumber.safeParse(sn).success, invalid('sn', sn)),
      ...told(!cells.model, missing('model')),
      ...told(cells.model !== '' && !model, invalid('model', cells.model)),
      // A serial number of ours tells its model; a line that says otherwise was mistyped.
      ...told(
        manufacturer === ownManufacturer &&
          belongsTo !== undefined &&
          belongsTo !== 'PLAIN' &&
          belongsTo !== model,
        invalid('model', cells.model),
      ),
      ...told(!nicknameField.safeParse(nickname).success, invalid('nickname', nickname)),
      ...told(!tagsField.safeParse(tags).success, invalid('tags', cells.tags)),
      ...told(!serialNumber.safeParse(manufacturer).success, invalid('manufacturer', manufacturer)),
      ...told(protocol !== 'v3' && protocol !== 'v2', invalid('protocol', cells.protocol)),
      ...told(iccid !== '' && !/^\d{18,20}[0-9A-F]?$/i.test(iccid), invalid('iccid', cells.iccid)),
    ],
  };
}

/** Serial numbers are unique without regard to case: every line but the first that has one is told. */
export function twiceInFile(devices: readonly DeviceLine[]): ImportFault[] {
  const seen = new Set<string>();
  return devices.flatMap(({ line, sn }) => {
    const key = sn.toLowerCase();
    if (sn === '' || !seen.has(key)) {
      seen.add(key);
      return [];
    }
    return [{ line, column: 'sn', reason: 'TWICE_IN_FILE' as const, value: sn }];
  });
}

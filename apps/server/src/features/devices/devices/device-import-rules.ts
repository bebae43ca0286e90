import {
  cardKeyOf,
  deviceImportColumns,
  deviceModels,
  maxImportedDevices,
  nickname as nicknameField,
  serialNumber,
  tags as tagsField,
  type DeviceImportColumn,
  type ImportFault,
  type Lang,
  type TableEncoding,
} from '@sweepline/contract';
import { ownManufacturer, serialNamesOtherModel } from '@sweepline/contract/robot';
import { readCsvTable, type CsvTable } from '../../../platform/documents/csv-table.ts';

/** A line of the file as a device, before any check against the database. */
export interface DeviceLine {
  line: number;
  sn: string;
  model: (typeof deviceModels)[number];
  nickname: string;
  /** Names as in the file; empty for the target company and for no site. */
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

export const readDeviceFile = (
  bytes: Uint8Array,
  reader: { lang: Lang; encoding?: TableEncoding | undefined },
): CsvTable<DeviceImportColumn> =>
  readCsvTable(bytes, {
    ...reader,
    columns: deviceImportColumns,
    required: ['sn', 'model'],
    maxRows: maxImportedDevices,
  });

const invalid = (column: DeviceImportColumn, value: string): Fault => ({ column, reason: 'INVALID', value });
const missing = (column: DeviceImportColumn): Fault => ({ column, reason: 'MISSING', value: '' });

/** The device of one line, and the faults that need no other line. */
export function deviceOfLine(line: number, cells: Cells): { device: DeviceLine; faults: ImportFault[] } {
  const { sn, company, site } = cells;
  const modelName = cells.model.toUpperCase();
  const model = deviceModels.find((each) => each === modelName);
  const manufacturer = cells.manufacturer || ownManufacturer;
  const protocol = (cells.protocol || 'v3').toLowerCase();
  const tags = [
    ...new Set(
      cells.tags
        .split(/[;|、，]/)
        .map((tag) => tag.trim())
        .filter(Boolean),
    ),
  ];
  const nickname = cells.nickname || sn;
  return {
    device: {
      line,
      sn,
      model: model ?? 'PLAIN',
      nickname,
      company,
      site,
      tags,
      manufacturer,
      protocol: protocol === 'v2' ? 'v2' : 'v3',
      hardwareVersion: cells.hardware || null,
      iccid: cardKeyOf(cells.iccid) ?? null,
    },
    faults: faultsOfLine(cells, { sn, model, nickname, tags, manufacturer, protocol }).map((fault) => ({
      line,
      ...fault,
    })),
  };
}

interface ReadCells {
  sn: string;
  model: DeviceLine['model'] | undefined;
  nickname: string;
  tags: string[];
  manufacturer: string;
  protocol: string;
}

function faultsOfLine(cells: Cells, read: ReadCells): Fault[] {
  const { sn, model, nickname, tags, manufacturer, protocol } = read;
  const faultIf = (wrong: boolean, fault: Fault) => (wrong ? [fault] : []);
  return [
    ...faultIf(!sn, missing('sn')),
    ...faultIf(sn !== '' && !serialNumber.safeParse(sn).success, invalid('sn', sn)),
    ...faultIf(!cells.model, missing('model')),
    ...faultIf(cells.model !== '' && !model, invalid('model', cells.model)),
    // An own serial number contains the model; another model in the line is a typing error.
    ...faultIf(
      model !== undefined && serialNamesOtherModel(manufacturer, sn, model),
      invalid('model', cells.model),
    ),
    ...faultIf(!nicknameField.safeParse(nickname).success, invalid('nickname', nickname)),
    ...faultIf(!tagsField.safeParse(tags).success, invalid('tags', cells.tags)),
    ...faultIf(!serialNumber.safeParse(manufacturer).success, invalid('manufacturer', manufacturer)),
    ...faultIf(protocol !== 'v3' && protocol !== 'v2', invalid('protocol', cells.protocol)),
    ...faultIf(cells.iccid !== '' && !cardKeyOf(cells.iccid), invalid('iccid', cells.iccid)),
  ];
}

/** Serial numbers are unique regardless of case: each repetition in the file is a fault. */
export function duplicateSerials(devices: readonly DeviceLine[]): ImportFault[] {
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

import { deviceMapCalls } from '@sweepline/contract';
import { getTableName } from 'drizzle-orm';
import { devices } from '../../../entities/devices/device-table.ts';
import { deviceMaps } from '../../../entities/places/device-map-table.ts';
import {
  inNeedScope,
  isServedDevice,
  needRows,
  needWord,
  type NeedSource,
} from '../../../entities/figures/need-source.ts';

/** Maps that could not be sent to a robot. */
export const mapSyncNeeds = (): NeedSource[] => [
  {
    kind: 'MAP_SYNC',
    allow: deviceMapCalls.list.allow,
    sql: needRows(
      {
        key: 'd.id',
        companyId: 'd.company_id',
        level: '3',
        since: 'd.updated_at',
        deviceId: 'd.device_id',
        mapId: 'd.map_id',
        fixer: needWord('OPERATOR'),
        action: needWord('SEND_MAP'),
        reason: needWord('SYNC_FAILED'),
        params: `jsonb_build_object('code', d.reason, 'attempts', d.attempts)`,
      },
      `from ${getTableName(deviceMaps)} d
      join ${getTableName(devices)} v on v.id = d.device_id and ${isServedDevice('v')}
      where d.status = 'SYNC_FAILED' and ${inNeedScope('d.company_id')}`,
    ),
  },
];

import { deviceSettingCalls } from '@sweepline/contract';
import { getTableName } from 'drizzle-orm';
import { deviceSections } from '../../../entities/devices/device-settings-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import {
  inNeedScope,
  isServedDevice,
  needRows,
  needWord,
  type NeedSource,
} from '../../../entities/figures/need-source.ts';
import { consumablesSection, settingsSection } from './section-service.ts';

/** Settings, and limits of wearing parts, that a robot did not apply. */
export const settingsSyncNeeds = (): NeedSource[] => [
  {
    kind: 'SETTINGS_SYNC',
    allow: deviceSettingCalls.detail.allow,
    sql: needRows(
      {
        key: `s.device_id || ':' || s.name`,
        companyId: 's.company_id',
        level: '3',
        since: 'coalesce(s.syncing_since, s.changed_at, s.reported_at, v.updated_at)',
        deviceId: 's.device_id',
        fixer: needWord('TECHNICIAN'),
        action: `case s.name when '${consumablesSection}' then ${needWord('SEND_LIMITS')} else ${needWord('SEND_SETTINGS')} end`,
        reason: needWord('SYNC_FAILED'),
        params: `jsonb_build_object('code', s.code, 'section', s.name)`,
      },
      `from ${getTableName(deviceSections)} s
      join ${getTableName(devices)} v on v.id = s.device_id and ${isServedDevice('v')}
      where s.state = 'SYNC_FAILED' and s.name in ('${settingsSection}', '${consumablesSection}') and ${inNeedScope('s.company_id')}`,
    ),
  },
];

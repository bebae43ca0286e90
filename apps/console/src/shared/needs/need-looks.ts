import type { Need, NeedKind } from '@sweepline/contract';
import type { IconName } from '../../kit/ui/icons.ts';
import { levelTone } from '../words/level-tone.ts';

/** The glyph of each kind. */
export const needIcons: Record<NeedKind, IconName> = {
  ALARM: 'alert',
  WORK_ORDER: 'wrench',
  SILENT: 'offline',
  MISSED_START: 'clock',
  OVERDUE_ZONE: 'polygon',
  MAP_SYNC: 'map',
  PLAN_SYNC: 'task',
  SETTINGS_SYNC: 'refresh',
  CONSUMABLE: 'brush',
  MAINTENANCE: 'clock',
  USE_ENDING: 'calendar',
  SIM_ENDING: 'signal',
  RIDE: 'elevator',
  RESALE: 'box',
  DEVICE_REQUEST: 'robot',
  MAIL: 'mail',
  BACKUP: 'system',
};

/** Needs have the levels of alarms. */
export const needTone = ({ level }: Pick<Need, 'level'>) => levelTone(level);

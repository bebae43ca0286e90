import type { Need, NeedKind } from '@sweepline/contract';
import type { IconName } from '../../kit/ui/icons.ts';
import type { Tone } from '../../kit/ui/theme.ts';

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
  RESALE: 'box',
  DEVICE_REQUEST: 'robot',
  MAIL: 'mail',
};

/** From level 4 on the robot does not work. */
export const needTone = ({ level }: Pick<Need, 'level'>): Tone =>
  level >= 4 ? 'fault' : level >= 3 ? 'waiting' : 'moving';

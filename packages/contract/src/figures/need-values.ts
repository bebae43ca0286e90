/** Kinds of needs: what waits for a person. Each has its own permission. */
export const needKinds = [
  'ALARM',
  'WORK_ORDER',
  'SILENT',
  'MISSED_START',
  'OVERDUE_ZONE',
  'MAP_SYNC',
  'PLAN_SYNC',
  'SETTINGS_SYNC',
  'CONSUMABLE',
  'MAINTENANCE',
  'USE_ENDING',
  'SIM_ENDING',
  'RESALE',
  'DEVICE_REQUEST',
  'MAIL',
  'RIDE',
  'BACKUP',
] as const;
export type NeedKind = (typeof needKinds)[number];

/** Who can fix it, from anyone beside the robot to the maker. */
export const needFixers = ['ANYONE', 'OPERATOR', 'TECHNICIAN', 'FACTORY', 'ADMINISTRATOR'] as const;
export type NeedFixer = (typeof needFixers)[number];

/** The next action: a press that sends an existing call, or a page. The ids are in the need. */
export const needActions = [
  'START_TASK',
  'CLEAN_ZONE',
  'SEND_MAP',
  'SEND_PLANS',
  'SEND_SETTINGS',
  'SEND_LIMITS',
  'RESEND_INVITATION',
  'OPEN_ALARM',
  'OPEN_WORK_ORDER',
  'ADD_ORDER',
  'OPEN_DEVICE',
  'OPEN_CARE',
  'OPEN_MAINTENANCE',
  'OPEN_BINDING',
  'OPEN_ZONE',
  'OPEN_CARDS',
  'OPEN_RESALES',
  'OPEN_REQUESTS',
  'OPEN_SUBSCRIPTIONS',
  'OPEN_RIDE',
  'OPEN_BACKUPS',
] as const;
export type NeedAction = (typeof needActions)[number];

/** Why a need is in the list. The console has a text with the parameters for each. */
export const needReasons = [
  'ALARM_OPEN',
  'ORDER_LATE',
  'ORDER_UNASSIGNED',
  'ORDER_MINE',
  'WORK_MISSED',
  'WORK_AHEAD',
  'START_MISSED',
  'INTERVAL_OVER',
  'NEVER_CLEANED',
  'PLAN_PASSED',
  'SYNC_FAILED',
  'PART_EXHAUSTED',
  'MAINTENANCE_DUE',
  'MAINTENANCE_OVERDUE',
  'USE_ENDS',
  'USE_ENDED',
  'SIM_ENDS',
  'SIM_ENDED',
  'OFFERED',
  'ASKS_TO_JOIN',
  'MAIL_REFUSED',
  'MAIL_WAITS',
  'MAIL_GAVE_UP',
  'RIDE_FAILED_INSIDE',
  'RIDE_MODULE_SILENT',
  'BACKUP_OLD',
  'BACKUP_NEVER',
  'ROBOTS_HELD',
] as const;
export type NeedReason = (typeof needReasons)[number];

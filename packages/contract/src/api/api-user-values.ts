import { permissions, type Permission } from '../grammar/permissions.ts';

/** In force, paused by a person, after the end of its validity, or ended for good. */
export const apiUserStates = ['ENABLED', 'SUSPENDED', 'EXPIRED', 'REVOKED'] as const;
export type ApiUserState = (typeof apiUserStates)[number];

/** Groups of resources. A key has a scope for each group that it may use, and each has a quota of its own. */
export const apiGroups = ['read', 'operate', 'plan', 'manage'] as const;
export type ApiGroup = (typeof apiGroups)[number];

export const apiLimits = {
  /** Entries of the IP whitelist. */
  addresses: 10,
  /** Keys in force at the same time: the present one and its successor. */
  keys: 2,
  /** Sites, and robots, to which a key may be narrowed. */
  narrowed: 100,
  /** Users in force per company. */
  users: 50,
  callsPerDay: { min: 1, max: 1_000_000, byDefault: 10_000 },
  callsPerSecond: { min: 1, max: 50, byDefault: 5 },
} as const;

/** What an account must hold to give a key the scope of a group: a program may not do what its maker may not. */
export const scopePermissions: Readonly<Record<ApiGroup, readonly Permission[]>> = {
  read: [permissions.deviceList, permissions.taskList, permissions.alarmList],
  operate: [permissions.deviceOperate, permissions.taskRun],
  plan: [permissions.taskCreate, permissions.taskUpdate, permissions.taskDelete],
  manage: [permissions.mapUpdate, permissions.orderUpdate, permissions.apiWebhooks],
};

import type { permissions } from './permissions.ts';

export type PermissionName = keyof typeof permissions;
export type Permission = (typeof permissions)[PermissionName];

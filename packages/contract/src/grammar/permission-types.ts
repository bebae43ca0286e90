import type { permissions } from './permissions.ts';

export type PermissionName = keyof typeof permissions;
export type Permission = (typeof permissions)[PermissionName];

/** Grants every permission; a role contains it in place of codes. */
export const everything = '*';

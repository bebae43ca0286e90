/** What a server of an installation does. By default each server does everything (`ROLES`). */
export const serverRoles = ['api', 'socket', 'gateway', 'jobs'] as const;
export type ServerRole = (typeof serverRoles)[number];

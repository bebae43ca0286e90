import { permissions } from './permissions.ts';

/** Codes of acts that do not exist yet. They can be granted and open nothing yet. */
export const plannedPermissions: readonly string[] = [permissions.apiObservers];

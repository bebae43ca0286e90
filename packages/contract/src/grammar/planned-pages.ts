import { permissions, type Permission } from './permissions.ts';

/** A page of the specification that does not exist yet. Its address and its permission are reserved. */
interface PlannedPage {
  path: string;
  allow: Permission;
}

export const plannedPages: readonly PlannedPage[] = [
  { path: '/appManage/userAgree', allow: permissions.agreements },
  { path: '/appManage/userAgree/text', allow: permissions.agreements },
  { path: '/appManage/list', allow: permissions.appStore },
  { path: '/appota/list', allow: permissions.appUpgrades },
  { path: '/logoManage/convert', allow: permissions.textToSpeech },
];

/** Codes of planned pages, and of their parts. They can be granted and open nothing yet. */
export const plannedPermissions: readonly string[] = [
  ...new Set<string>([...plannedPages.map(({ allow }) => allow), permissions.apiObservers]),
];

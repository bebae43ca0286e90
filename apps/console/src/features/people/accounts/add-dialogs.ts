import { lazy } from 'react';
import { lazyPart } from '../../../kit/api/chunks.ts';

/** Dialogs load when first opened, so a list that is only read does not load forms. */
export const addDialogs = {
  create: lazy(() =>
    lazyPart(() => import('./dialogs/account-create-dialog.tsx').then((m) => m.AccountCreateDialog)),
  ),
  invite: lazy(() => lazyPart(() => import('./invitations/invite-dialog.tsx').then((m) => m.InviteDialog))),
};
export type AddDialog = keyof typeof addDialogs;

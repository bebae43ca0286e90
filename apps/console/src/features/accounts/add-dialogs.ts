import { lazy } from 'react';
import { lazyPart } from '../../kit/api/chunks.ts';

/** Fetched when first opened: a list that is only read never pays for forms. */
export const addDialogs = {
  create: lazy(() =>
    lazyPart(() => import('./account-create-dialog.tsx').then((m) => m.AccountCreateDialog)),
  ),
  invite: lazy(() => lazyPart(() => import('./invite-dialog.tsx').then((m) => m.InviteDialog))),
};
export type AddDialog = keyof typeof addDialogs;

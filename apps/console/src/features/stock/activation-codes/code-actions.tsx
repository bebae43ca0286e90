import { activationCodeCalls, codeInGroups, type ActivationCode } from '@sweepline/contract';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart as dialog } from '../../../kit/api/chunks.ts';
import { may } from '../../../kit/api/may.ts';
import { RowMenu, type MenuItem } from '../../../kit/list/row-menu.tsx';
import { CopyCode } from './copy-code.tsx';

// Dialogs load when first opened, so a list that is only read does not load forms.
const dialogs = {
  qr: lazy(() => dialog(() => import('./dialogs/qr-dialog.tsx').then((m) => m.QrDialog))),
  edit: lazy(() => dialog(() => import('./dialogs/edit-dialog.tsx').then((m) => m.EditDialog))),
  link: lazy(() => dialog(() => import('./dialogs/link-dialog.tsx').then((m) => m.LinkDialog))),
  revoke: lazy(() => dialog(() => import('./dialogs/revoke-dialog.tsx').then((m) => m.RevokeDialog))),
};

/** The actions on one code. */
export function CodeActions({ code }: { code: ActivationCode }) {
  const { t } = useTranslation('stock/activation-codes');
  const [open, setOpen] = useState<keyof typeof dialogs | null>(null);
  const unused = code.state === 'UNUSED';
  const changes = may(activationCodeCalls.update.allow);
  const item = (key: keyof typeof dialogs, text: string, icon: MenuItem['icon'], offered: boolean) =>
    offered && { key, text, ...(icon && { icon }), danger: key === 'revoke', run: () => setOpen(key) };
  const Dialog = open && dialogs[open];
  return (
    <>
      {unused && <CopyCode code={code.code} />}
      <RowMenu
        label={codeInGroups(code.code)}
        items={[
          item('qr', t('qr'), 'seen', unused),
          item('link', t('link'), 'building', changes && unused),
          item('edit', t('edit'), 'edit', changes && (unused || code.state === 'USED')),
          item('revoke', t('revoke'), 'stop', unused && may(activationCodeCalls.revoke.allow)),
        ]}
      />
      {Dialog && (
        <Suspense>
          <Dialog codes={[code]} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  );
}

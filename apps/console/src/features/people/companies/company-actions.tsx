import { companyCalls, type CompanyAct } from '@sweepline/contract';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart as dialog } from '../../../kit/api/chunks.ts';
import { RowMenu, type MenuItem } from '../../../kit/list/row-menu.tsx';
import { useAction } from '../../../kit/api/use-action.ts';
import type { ActedOn } from './company-address.ts';

// Dialogs load when first opened, so a list that is only read does not load forms.
const dialogs = {
  update: lazy(() =>
    dialog(() => import('./dialogs/company-edit-dialog.tsx').then((m) => m.CompanyEditDialog)),
  ),
  move: lazy(() =>
    dialog(() => import('./dialogs/company-move-dialog.tsx').then((m) => m.CompanyMoveDialog)),
  ),
  freeze: lazy(() =>
    dialog(() => import('./dialogs/company-freeze-dialog.tsx').then((m) => m.CompanyFreezeDialog)),
  ),
  remove: lazy(() =>
    dialog(() => import('./dialogs/company-remove-dialog.tsx').then((m) => m.CompanyRemoveDialog)),
  ),
};

interface Props {
  company: ActedOn;
  /** Called after the company is deleted, so that its page returns to the list. */
  onRemoved?: () => void;
}

/** The actions on one company, as permitted by the server for this user. */
export function CompanyActions({ company, onRemoved }: Props) {
  const { t } = useTranslation('people/companies');
  const [open, setOpen] = useState<keyof typeof dialogs | null>(null);
  const unfreeze = useAction(companyCalls.unfreeze, { done: t('unfreeze.done', { name: company.name }) });
  const Dialog = open && dialogs[open];
  const may = (act: CompanyAct) => company.acts.includes(act);
  const item = (act: keyof typeof dialogs, text: string, icon: MenuItem['icon'], danger = false) =>
    may(act) && { key: act, text, danger, run: () => setOpen(act), ...(icon && { icon }) };
  return (
    <>
      <RowMenu
        label={company.name}
        items={[
          item('update', t('edit'), 'edit'),
          item('move', t('move.act'), 'navigate'),
          company.frozenAt
            ? may('freeze') && {
                key: 'unfreeze',
                text: t('unfreeze.act'),
                icon: 'play',
                run: () => unfreeze.mutate({ id: company.id }),
              }
            : item('freeze', t('freeze.act'), 'pause', true),
          item('remove', t('remove.act'), 'trash', true),
        ]}
      />
      {Dialog && (
        <Suspense>
          <Dialog company={company} onClose={() => setOpen(null)} {...(onRemoved && { onRemoved })} />
        </Suspense>
      )}
    </>
  );
}

import { sitePlanCalls, type SiteRow } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../kit/form/confirm-dialog.tsx';
import { may } from '../../kit/api/may.ts';
import { RowMenu } from '../../kit/list/row-menu.tsx';
import { useAction } from '../../kit/api/use-action.ts';
import { SiteDialog } from './site-dialog.tsx';

interface Props {
  site: Omit<SiteRow, 'floors'>;
  onRemoved?: () => void;
}

/** Menu to edit or remove a site. */
export function SiteActs({ site, onRemoved }: Props) {
  const { t } = useTranslation('sites');
  const [dialog, setDialog] = useState<'edit' | 'remove' | null>(null);
  const close = () => setDialog(null);
  const remove = useAction(sitePlanCalls.remove, {
    also: ['sites'],
    done: t('removed', { name: site.name }),
    after: () => {
      close();
      onRemoved?.();
    },
  });
  return (
    <>
      <RowMenu
        label={site.name}
        items={[
          may(sitePlanCalls.update.allow) && {
            key: 'edit',
            text: t('edit'),
            icon: 'edit',
            run: () => setDialog('edit'),
          },
          may(sitePlanCalls.remove.allow) && {
            key: 'remove',
            text: t('remove'),
            icon: 'trash',
            danger: true,
            run: () => setDialog('remove'),
          },
        ]}
      />
      {dialog === 'edit' && <SiteDialog site={site} onClose={close} />}
      {dialog === 'remove' && (
        <ConfirmDialog
          title={t('removeTitle', { name: site.name })}
          act={t('remove')}
          busy={remove.isPending}
          onConfirm={() => remove.mutate({ id: site.id })}
          onClose={close}
        >
          <p>{t('removeHint')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

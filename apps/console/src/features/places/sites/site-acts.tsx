import { sitePlanCalls, type SiteRow } from '@sweepline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmCallDialog } from '../../../kit/form/confirm-call-dialog.tsx';
import { may } from '../../../kit/api/may.ts';
import { RowMenu } from '../../../kit/list/row-menu.tsx';
import { SiteDialog } from './site-dialog.tsx';

interface Props {
  site: Omit<SiteRow, 'floors'>;
  onRemoved?: () => void;
}

/** Menu to edit or remove a site. */
export function SiteActs({ site, onRemoved }: Props) {
  const { t } = useTranslation('places/sites');
  const [dialog, setDialog] = useState<'edit' | 'remove' | null>(null);
  const close = () => setDialog(null);
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
        <ConfirmCallDialog
          title={t('removeTitle', { name: site.name })}
          call={sitePlanCalls.remove}
          input={{ id: site.id }}
          act={t('remove')}
          done={t('removed', { name: site.name })}
          after={() => {
            close();
            onRemoved?.();
          }}
          also={['sites']}
          onClose={close}
        >
          <p>{t('removeHint')}</p>
        </ConfirmCallDialog>
      )}
    </>
  );
}

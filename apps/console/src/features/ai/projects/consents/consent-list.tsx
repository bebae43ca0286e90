import { aiConsentCalls, type AiConsent } from '@sweepline/contract';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber, formatTime } from '../../../../kit/format/format.ts';
import { may } from '../../../../kit/api/may.ts';
import { ConfirmCallDialog } from '../../../../kit/form/confirm-call-dialog.tsx';
import { AddButton } from '../../../../kit/list/add-button.tsx';
import type { Column } from '../../../../kit/list/column.ts';
import { ListPage } from '../../../../kit/list/list-page.tsx';
import { useList } from '../../../../kit/list/use-list.ts';
import { AgoBy } from '../../../../kit/ui/ago-by.tsx';
import { Button } from '../../../../kit/ui/button.tsx';
import { Empty } from '../../../../kit/ui/empty.tsx';
import { StateMark } from '../../../../kit/ui/state-mark.tsx';
import { ConsentDialog } from './consent-dialog.tsx';

function ConsentState({ consent: { inForce, withdrawnAt } }: { consent: AiConsent }) {
  const { t } = useTranslation('ai/projects');
  if (inForce) return <StateMark tone="working" icon="check" word={t('inForce')} />;
  if (withdrawnAt !== null) return <StateMark tone="quiet" icon="stop" word={t('withdrawn')} />;
  return <StateMark tone="quiet" icon="clock" word={t('expired')} />;
}

function useConsentColumns(): Column<AiConsent>[] {
  const { t } = useTranslation('ai/projects');
  const { t: ofVideo } = useTranslation('video');
  return useMemo(
    () => [
      {
        key: 'site',
        title: t('site'),
        width: '24%',
        cell: ({ siteName, companyName }) => (
          <>
            <strong>{siteName}</strong>
            <small>{companyName}</small>
          </>
        ),
      },
      { key: 'state', title: t('state'), cell: (consent) => <ConsentState consent={consent} /> },
      { key: 'purpose', title: t('consentPurpose'), cell: ({ purpose }) => t(`purposes.${purpose}`) },
      {
        key: 'cameras',
        title: t('cameras'),
        cell: ({ cameras }) => cameras.map((it) => ofVideo(`camera.${it}`)).join(' · '),
      },
      { key: 'until', title: t('until'), cell: ({ until }) => formatTime(until) },
      { key: 'images', title: t('images'), numeric: true, cell: ({ images }) => formatNumber(images) },
      {
        key: 'given',
        title: t('given'),
        width: '150px',
        cell: ({ givenAt, givenBy }) => <AgoBy at={givenAt} by={givenBy} />,
      },
    ],
    [t, ofVideo],
  );
}

/** What companies agreed to for their sites. */
export function ConsentList({ above }: { above: ReactNode }) {
  const { t } = useTranslation('ai/projects');
  const list = useList(aiConsentCalls.list);
  const columns = useConsentColumns();
  const [dialog, setDialog] = useState<'add' | AiConsent | null>(null);
  const close = () => setDialog(null);
  const rowActions = useCallback(
    (consent: AiConsent) =>
      consent.withdrawnAt === null &&
      may(aiConsentCalls.withdraw.allow) && (
        <Button icon="stop" onClick={() => setDialog(consent)}>
          {t('withdraw')}
        </Button>
      ),
    [t],
  );
  const add = (
    <AddButton call={aiConsentCalls.add} text={t('giveConsent')} onClick={() => setDialog('add')} />
  );
  return (
    <>
      <ListPage
        title={t('title')}
        list={list}
        columns={columns}
        rowActions={rowActions}
        actions={add}
        above={above}
        empty={
          <Empty icon="shield" title={t('noConsents')} hint={t('noConsentsHint')}>
            {add}
          </Empty>
        }
      />
      {dialog === 'add' && <ConsentDialog onClose={close} />}
      {dialog !== null && dialog !== 'add' && (
        <ConfirmCallDialog
          title={t('withdrawTitle', { site: dialog.siteName })}
          call={aiConsentCalls.withdraw}
          input={{ id: dialog.id }}
          act={t('withdraw')}
          done={t('withdrawDone')}
          also={['aiProjects', 'aiImages', 'aiPictures']}
          onClose={close}
        >
          {t('withdrawHint', { images: formatNumber(dialog.images) })}
        </ConfirmCallDialog>
      )}
    </>
  );
}

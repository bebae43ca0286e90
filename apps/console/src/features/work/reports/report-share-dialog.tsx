import { importPath, reportShareCalls, type ReportShare } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { Dialog } from '../../../kit/form/dialog.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { CopyButton } from '../../../kit/ui/copy-button.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { SelectField } from '../../../kit/form/select-field.tsx';
import { formatDate, formatTime } from '../../../kit/format/format.ts';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { useAction } from '../../../kit/api/use-action.ts';

const terms = [1, 7, 30, 90, 365] as const;

interface Props {
  reportId: string;
  onClose: () => void;
}

/** Creates links to a report, and lists and revokes the existing ones. */
export function ReportShareDialog({ reportId, onClose }: Props) {
  const { t } = useTranslation('work/reports');
  const [note, setNote] = useState('');
  const [days, setDays] = useState<number>(7);
  const [link, setLink] = useState('');
  const links = useQuery({ ...callQuery(reportShareCalls.list, { reportId }), meta: { silent: true } });
  const make = useAction(reportShareCalls.add, {
    after: ({ token }) => {
      setLink(`${location.origin}${importPath(token)}`);
      setNote('');
    },
  });
  return (
    <Dialog open title={t('shareTitle')} onCancel={onClose} width={560} footer={null}>
      <p>{t('shareHint')}</p>
      <form
        className="share-form"
        onSubmit={(event) => {
          event.preventDefault();
          make.mutate({ reportId, note, days });
        }}
      >
        <label>
          <span>{t('shareFor')}</span>
          <input
            className="sl-input"
            value={note}
            maxLength={100}
            onChange={({ target }) => setNote(target.value)}
          />
        </label>
        <SelectField<number>
          label={t('shareDays')}
          className="share-days"
          value={days}
          onChange={setDays}
          options={terms.map((count) => ({ value: count, label: t('days', { count }) }))}
        />
        <Button look="main" type="submit" busy={make.isPending}>
          {t('makeLink')}
        </Button>
      </form>
      {link && (
        <div className="share-link" role="status">
          <input
            className="sl-input"
            readOnly
            value={link}
            aria-label={t('copyLink')}
            onFocus={({ target }) => target.select()}
          />
          <CopyButton look="plain" text={link}>
            {t('copyLink')}
          </CopyButton>
          <small>{t('linkOnce')}</small>
        </div>
      )}
      <h3 className="share-heading">{t('links')}</h3>
      {links.error && !links.data && <Failure error={links.error} onRetry={() => void links.refetch()} />}
      {links.isPending && <Skeleton lines={3} />}
      {links.data?.list.length === 0 && <p className="report-note">{t('noLinks')}</p>}
      <ul className="share-list">
        {links.data?.list.map((share) => (
          <ShareRow key={share.id} share={share} />
        ))}
      </ul>
    </Dialog>
  );
}

function ShareRow({ share }: { share: ReportShare }) {
  const { t } = useTranslation('work/reports');
  const revoke = useAction(reportShareCalls.revoke, { done: t('revoked') });
  const { state, note, createdBy, expiresAt, opened, lastOpenedAt } = share;
  const facts = [
    t(`shareState.${state}`),
    state === 'OPEN' && t('until', { when: formatDate(expiresAt) }),
    opened > 0 && t('openedTimes', { count: opened }),
    lastOpenedAt && t('lastOpened', { when: formatTime(lastOpenedAt) }),
  ].filter(Boolean);
  return (
    <li>
      <span>
        {note || formatTime(share.createdAt)} <small>{t('madeBy', { who: createdBy })}</small>
        <small>{facts.join(' · ')}</small>
      </span>
      {state === 'OPEN' && (
        <Button busy={revoke.isPending} onClick={() => revoke.mutate({ id: share.id })}>
          {t('revoke')}
        </Button>
      )}
    </li>
  );
}

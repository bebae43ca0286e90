import { ownAgreementCalls, type ReadAgreement, type SiteConsent } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { ConfirmCallDialog } from '../../../kit/form/confirm-call-dialog.tsx';
import { Ago } from '../../../kit/format/ago.tsx';
import { Button } from '../../../kit/ui/button.tsx';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import { ConsentTextDialog } from './consent-text-dialog.tsx';
import { RecordPanel } from './record-panel.tsx';

/** The consents of sites to watching the cameras of their robots. Withdrawing takes as many presses as giving. */
export function SiteConsents() {
  const { t } = useTranslation('knowledge/privacy');
  const sites = useQuery({ ...callQuery(ownAgreementCalls.sites, { pageSize: 50 }), meta: { silent: true } });
  const [open, setOpen] = useState<SiteConsent>();
  const text = sites.data?.text ?? null;
  // Without a text nothing is asked, and without sites there is nothing to decide.
  if (sites.data && (sites.data.total === 0 || !sites.data.list.some(({ isRequired }) => isRequired)))
    return null;
  const close = () => setOpen(undefined);
  return (
    <>
      <RecordPanel title={t('sites')} query={sites} none={t('sitesNone')}>
        {sites.data?.list.map((site) => (
          <li key={site.siteId}>
            <SiteRow site={site} text={text} onDecide={() => setOpen(site)} />
          </li>
        ))}
      </RecordPanel>
      {open && !open.isGiven && text && <ConsentTextDialog site={open} text={text} onClose={close} />}
      {open?.isGiven && (
        <ConfirmCallDialog
          title={t('withdrawTitle', { name: open.siteName })}
          call={ownAgreementCalls.withdraw}
          input={{ siteId: open.siteId }}
          act={t('withdraw')}
          done={t('withdrawn', { name: open.siteName })}
          onClose={close}
        >
          {t('withdrawHint')}
        </ConfirmCallDialog>
      )}
    </>
  );
}

interface RowProps {
  site: SiteConsent;
  text: ReadAgreement | null;
  onDecide: () => void;
}

function SiteRow({ site, text, onDecide }: RowProps) {
  const { t } = useTranslation('knowledge/privacy');
  const { siteName, companyName, isRequired, isGiven, at, by, mayDecide } = site;
  const state = !isRequired ? 'free' : isGiven ? 'given' : 'missing';
  const tones = { free: 'quiet', given: 'working', missing: 'waiting' } as const;
  const icons = { free: 'check', given: 'check', missing: 'pause' } as const;
  return (
    <>
      <span className="sl-panel-what">
        <strong>{siteName}</strong>
        <small>
          {companyName} {at && <Ago at={at} />} {by}
        </small>
      </span>
      <StateMark tone={tones[state]} icon={icons[state]} word={t(`consent.${state}`)} />
      {mayDecide && isRequired && (isGiven || text) && (
        <Button onClick={onDecide}>{t(isGiven ? 'withdraw' : 'consentTo')}</Button>
      )}
    </>
  );
}

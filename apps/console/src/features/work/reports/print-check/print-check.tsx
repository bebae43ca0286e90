import { reportDocumentCalls, type ReportPrint } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError, callQuery } from '../../../../kit/api/api.ts';
import { Failure } from '../../../../kit/ui/failure.tsx';
import { formatDateIn, formatNumber, formatTime } from '../../../../kit/format/format.ts';
import { Skeleton } from '../../../../kit/ui/skeleton.tsx';
import './print-check.css';
import '../detail/report-proof.css';
import { formatDay } from '../../../../kit/format/format-day.ts';

/** Normalizes a copied fingerprint: the document prints it in two halves. */
const formatEnd = (at: string, zone: string) => (at.length === 10 ? formatDay(at) : formatDateIn(at, zone));
const normalized = (text: string) => text.replaceAll(/\s/g, '').toLowerCase();
const whole = /^[0-9a-f]{64}$/;

/** Compares the fingerprint of a period’s document with the current records of that period. */
export function PrintCheck({ printed = '' }: { printed?: string }) {
  const { t } = useTranslation('work/reports');
  const [text, setText] = useState(printed);
  const sha256 = normalized(text);
  const isWhole = whole.test(sha256);
  const query = useQuery({
    ...callQuery(reportDocumentCalls.checkPrint, { sha256 }),
    enabled: isWhole,
    retry: false,
    meta: { silent: true },
  });
  return (
    <div className="print-check">
      <label>
        <span>{t('periodFingerprint')}</span>
        <textarea
          className="sl-input"
          rows={2}
          spellCheck={false}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      <div role="status">
        {sha256 !== '' && !isWhole && (
          <p className="report-note">{t('printLength', { count: sha256.length })}</p>
        )}
        {isWhole && query.data && <PrintResult print={query.data} />}
        {isWhole && query.isLoading && <Skeleton lines={3} />}
        {isWhole && query.error && <Unanswered error={query.error} onRetry={() => void query.refetch()} />}
      </div>
    </div>
  );
}

function Unanswered({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation('work/reports');
  if (!(error instanceof CallError) || error.code !== 404) return <Failure error={error} onRetry={onRetry} />;
  return (
    <>
      <p className="report-proof-differs">✗ {t('printUnknown')}</p>
      <p className="report-note">{t('printUnknownHint')}</p>
    </>
  );
}

function PrintResult({ print }: { print: ReportPrint }) {
  const { t } = useTranslation('work/reports');
  const { company, from, to, timezone, madeAt, reports, reportsNow, cameSince, state } = print;
  const days = `${formatEnd(from, timezone)} – ${formatEnd(to, timezone)}`;
  const facts: [string, string][] = [
    [t('company'), company],
    [t('printPeriod'), days],
    [t('printMadeAt'), formatTime(madeAt)],
    [t('printReports'), formatNumber(reports)],
    ...(state === 'CHANGED'
      ? ([
          [t('printReportsNow'), formatNumber(reportsNow)],
          [t('printCameSince'), formatNumber(cameSince)],
        ] satisfies [string, string][])
      : []),
  ];
  return (
    <>
      {state === 'SAME' ? (
        <p className="report-proof-same">✓ {t('printSame')}</p>
      ) : (
        <p className="report-proof-differs">
          ✗ {t('printChanged')} <small>{t(cameSince > 0 ? 'printLater' : 'printTouched')}</small>
        </p>
      )}
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

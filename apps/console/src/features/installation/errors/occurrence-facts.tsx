import type { ErrorOccurrence } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../kit/ui/copy-button.tsx';
import { formatTimeExact, unknown } from '../../../kit/format/format.ts';
import { LevelMark } from './error-marks.tsx';

/** All facts that a browser reported with an occurrence. */
export function OccurrenceFacts({ occurrence }: { occurrence: ErrorOccurrence }) {
  const { t } = useTranslation('installation/errors');
  const { stack = '', ...extras } = occurrence.extras ?? {};
  const facts: [label: string, text: string][] = [
    [t('at'), formatTimeExact(occurrence.at)],
    [t('account'), occurrence.username ?? ''],
    [t('page'), occurrence.pageUrl ?? ''],
    [t('browser'), occurrence.browserName ?? ''],
    [t('platform'), [occurrence.platform, occurrence.osver].filter(Boolean).join(' ')],
    [t('deviceModel'), occurrence.deviceModel ?? ''],
    [t('lang'), occurrence.lang ?? ''],
    [t('version'), [occurrence.product, occurrence.version].filter(Boolean).join(' ')],
    ...Object.entries(extras),
  ];
  return (
    <>
      <LevelMark level={occurrence.level} />
      <dl className="err-facts">
        {facts.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text || unknown}</dd>
          </div>
        ))}
      </dl>
      <div className="err-stack-head">
        <h2>{t('stack')}</h2>
        <CopyButton what={t('stack')} text={`${occurrence.desc}\n${stack}`} />
      </div>
      {/* A text area can be focused, scrolled and selected with the keyboard. */}
      <textarea
        className="err-stack"
        readOnly
        wrap="off"
        spellCheck={false}
        aria-label={t('stack')}
        value={stack || occurrence.desc}
      />
    </>
  );
}

import { pages, textFor, type AppReleaseDetail } from '@sweepline/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatBytes, formatNumber, formatPercent, formatTime, unknown } from '../../../kit/format/format.ts';
import { currentLang } from '../../../kit/format/lang.ts';
import { Facts } from '../../../kit/ui/facts.tsx';
import { StoredImage } from '../../../kit/ui/stored-image.tsx';

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** What a version is, and its way to installs. */
export function AppReleaseFacts({ row }: { row: AppReleaseDetail }) {
  const { t } = useTranslation('updates/app-releases');
  return (
    <section className="sl-panel app-release-facts">
      <Facts>
        <section>
          <h3>{t('version')}</h3>
          <dl>
            <Fact name={t('app')}>
              <Link to={pages.app({ id: row.appId })}>{row.appName}</Link>
              <small>{row.packageId}</small>
            </Fact>
            <Fact name={t('build')}>{row.build}</Fact>
            <Fact name={t('labels')}>
              {row.labels.map(({ lang, label }) => (lang ? `${label} (${lang})` : label)).join(', ') ||
                unknown}
            </Fact>
            {row.icon && (
              <Fact name={t('icon')}>
                <StoredImage address={row.icon} alt={t('icon')} className="app-release-icon" />
              </Fact>
            )}
            <Fact name={t('minSdk')}>{row.minSdk}</Fact>
            <Fact name={t('notes')}>
              <span className="app-release-notes">{textFor(row.notes, currentLang()) || unknown}</span>
            </Fact>
          </dl>
        </section>
        <Release row={row} />
        <section>
          <h3>{t('file')}</h3>
          <dl>
            <Fact name={t('size')}>{formatBytes(row.bytes)}</Fact>
            <Fact name="SHA-256">
              <code>{row.sha256}</code>
            </Fact>
            {row.certificates.map(({ sha256, subject, minSdk, maxSdk }) => (
              <Fact
                key={`${sha256} ${minSdk}`}
                name={maxSdk === null ? t('certificate') : t('certificateUntil', { level: maxSdk })}
              >
                {subject}
                <small>
                  <code>{sha256}</code>
                </small>
              </Fact>
            ))}
          </dl>
        </section>
      </Facts>
    </section>
  );
}

function Release({ row }: { row: AppReleaseDetail }) {
  const { t } = useTranslation('updates/app-releases');
  const stages = row.stages.map(({ percent, hours }, n) =>
    n === row.stages.length - 1
      ? formatPercent(percent)
      : t('stage', { percent: formatPercent(percent), hours: formatNumber(hours) }),
  );
  return (
    <section>
      <h3>{t('release')}</h3>
      <dl>
        <Fact name={t('stages')}>{stages.join(' → ')}</Fact>
        {row.state === 'PUBLISHED' && (
          <Fact name={t('share')}>
            {formatPercent(row.percent)}
            {row.nextStageAt && <small>{t('nextStage', { when: formatTime(row.nextStageAt) })}</small>}
            {row.haltedAt && <small>{t('haltedAt', { when: formatTime(row.haltedAt) })}</small>}
          </Fact>
        )}
        <Fact name={t('scopeTitle')}>{t(`scope.${row.releaseScope}`)}</Fact>
        <Fact name={t('whitelist')}>
          {row.whitelist.length === 0 ? t('none') : t('named', { number: formatNumber(row.whitelistCount) })}
        </Fact>
        <Fact name={t('forced')}>{row.forced ? t('yes') : t('no')}</Fact>
        <Fact name={t('leastBuild')}>{row.leastBuild ?? t('none')}</Fact>
        <Fact name={t('uploaded')}>
          {formatTime(row.uploadedAt)}
          {row.uploadedBy && <small>{row.uploadedBy}</small>}
        </Fact>
        <Fact name={t('checked')}>
          {formatTime(row.checkedAt)}
          {row.checkedBy && <small>{row.checkedBy}</small>}
        </Fact>
        {row.releaseAt && <Fact name={t('releaseAt')}>{formatTime(row.releaseAt)}</Fact>}
        <Fact name={t('released')}>{formatTime(row.releasedAt)}</Fact>
        <Fact name={t('expires')}>{row.expiresAt ? formatTime(row.expiresAt) : t('never')}</Fact>
      </dl>
    </section>
  );
}

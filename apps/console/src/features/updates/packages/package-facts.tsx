import { announcementCalls, type OtaPackageDetail } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { formatBytes, formatTime, unknown } from '../../../kit/format/format.ts';
import { Facts } from '../../../kit/ui/facts.tsx';
import { useScopeText } from './use-package-columns.tsx';

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** When and by whom; the person is left out where the reader does not see the account. */
const when = (at: string | null, who: string | null) => (
  <>
    {formatTime(at)}
    {at && who && <small>{who}</small>}
  </>
);

/** What a package is, and its way to publication. */
export function PackageFacts({ row }: { row: OtaPackageDetail }) {
  const { t } = useTranslation('updates/packages');
  const scopeText = useScopeText();
  return (
    <section className="sl-panel package-facts">
      <Facts>
        <section>
          <h3>{t('software')}</h3>
          <dl>
            <Fact name={t('version')}>{row.version}</Fact>
            <Fact name={t('typeTitle')}>{t(`type.${row.pkgType}`)}</Fact>
            <Fact name={t('models')}>{row.models.join(', ')}</Fact>
            <Fact name={t('from')}>
              {row.fromVersions.length > 0 ? row.fromVersions.join(', ') : t('everyVersion')}
            </Fact>
            <Fact name={t('needs')}>
              {row.needs.length > 0
                ? row.needs.map((need) => t('need', { ...need, type: t(`type.${need.pkgType}`) })).join(' · ')
                : t('noNeeds')}
            </Fact>
            <Fact name={t('minimum')}>{row.minVersion ?? t('noMinimum')}</Fact>
          </dl>
        </section>
        <Ways ways={row.ways} />
        <section>
          <h3>{t('release')}</h3>
          <dl>
            <Fact name={t('scopeTitle')}>{scopeText(row)}</Fact>
            <Fact name={t('forced')}>{row.forced ? t('yes') : t('no')}</Fact>
            <Fact name={t('uploaded')}>{when(row.uploadedAt, row.uploadedBy)}</Fact>
            {row.isOwn && <Fact name={t('checked')}>{when(row.checkedAt, row.checkedBy)}</Fact>}
            {row.releaseAt && <Fact name={t('at')}>{formatTime(row.releaseAt)}</Fact>}
            <Fact name={t('released')}>{formatTime(row.releasedAt)}</Fact>
            <Fact name={t('expires')}>{row.expiresAt ? formatTime(row.expiresAt) : t('never')}</Fact>
            <ReleaseNotes />
            {row.isOwn && <Fact name={t('remarks')}>{row.remarks || unknown}</Fact>}
          </dl>
        </section>
        <section>
          <h3>{t('file')}</h3>
          <dl>
            <Fact name={t('format')}>{row.format}</Fact>
            <Fact name={t('size')}>{formatBytes(row.bytes)}</Fact>
            <Fact name="SHA-256">
              <code>{row.sha256}</code>
            </Fact>
            <Fact name={t('key')}>{row.keyId}</Fact>
          </dl>
        </section>
      </Facts>
    </section>
  );
}

function Ways({ ways }: Pick<OtaPackageDetail, 'ways'>) {
  const { t } = useTranslation('updates/packages');
  if (ways.length === 0) return null;
  return (
    <section>
      <h3>{t('ways')}</h3>
      <dl>
        {ways.map(({ from, versions }) => (
          <Fact key={from} name={t('fromVersion', { version: from })}>
            {versions ? versions.join(' → ') : t('noWay')}
          </Fact>
        ))}
      </dl>
    </section>
  );
}

/** The newest release notes; the menu of the account opens them. */
function ReleaseNotes() {
  const { t } = useTranslation('updates/packages');
  const { data } = useQuery({ ...callQuery(announcementCalls.newest, {}), meta: { silent: true } });
  const at = data?.announcement?.publishTime;
  const text = at ? t('notesAt', { when: formatTime(at) }) : t('noNotes');
  return <Fact name={t('notes')}>{data ? text : unknown}</Fact>;
}

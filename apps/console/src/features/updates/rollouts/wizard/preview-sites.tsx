import type { OtaPreview } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../../kit/format/format.ts';
import { TimeIn } from '../../../../kit/format/time-in.tsx';
import { PlainTable } from '../../../../kit/list/plain-table.tsx';

/** The first update window of each site, in the time of the site; robots without one have their own. */
export function PreviewSites({ preview: { sites } }: { preview: OtaPreview }) {
  const { t } = useTranslation('updates/rollouts');
  if (sites.length === 0) return null;
  return (
    <section>
      <h3>{t('firstWindows')}</h3>
      <PlainTable look="inline">
        <thead>
          <tr>
            <th scope="col">{t('site')}</th>
            <th scope="col">{t('robotsTitle')}</th>
            <th scope="col">{t('firstAt')}</th>
          </tr>
        </thead>
        <tbody>
          {sites.map(({ siteId, name, robots, timezone, firstAt }) => (
            <tr key={siteId ?? timezone}>
              <th scope="row">{siteId === null ? t('robotsWithoutSite') : name}</th>
              <td>{formatNumber(robots)}</td>
              <td>
                <TimeIn at={firstAt} zone={timezone} />
              </td>
            </tr>
          ))}
        </tbody>
      </PlainTable>
      <p className="rollout-note">{t('siteTime')}</p>
    </section>
  );
}

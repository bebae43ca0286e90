import type { WorkOrder } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../kit/ui/icon.tsx';
import { wayTo } from './site-way.ts';
import type { SitePlace } from './use-my-orders.ts';

/** Site and address, with the way there. */
export function SitePlaceLine({ site, place }: { site: WorkOrder['site']; place: SitePlace | undefined }) {
  const { t } = useTranslation('service/my-orders');
  if (!site) return null;
  const way = place && wayTo(place, navigator.userAgent.includes('Android'));
  return (
    <div className="my-order-site">
      <span>
        {site.name}
        {place?.address && <small>{place.address}</small>}
      </span>
      {way && (
        <a href={way} target="_blank" rel="noreferrer" aria-label={t('wayTo', { site: site.name })}>
          <Icon name="navigate" size={16} />
          {t('way')}
        </a>
      )}
    </div>
  );
}

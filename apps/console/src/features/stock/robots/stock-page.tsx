import { useTranslation } from 'react-i18next';
import { Segments } from '../../../kit/ui/segments.tsx';
import { useAddress } from '../../../kit/list/use-address.ts';
import { OfferList } from './offer-list.tsx';
import { StockList } from './stock-list.tsx';

/** Two views: the stock, and the resale offers. */
export function StockPage() {
  const { t } = useTranslation('stock/robots');
  const [view, setView] = useAddress('view', 'devices');
  const views = (
    <Segments
      onlyWay
      label={t('view')}
      value={view === 'resales' ? 'resales' : 'devices'}
      options={[
        { value: 'devices', text: t('devices') },
        { value: 'resales', text: t('resales') },
      ]}
      onChange={setView}
    />
  );
  return view === 'resales' ? <OfferList views={views} /> : <StockList views={views} />;
}

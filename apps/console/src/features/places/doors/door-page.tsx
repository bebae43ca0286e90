import { useTranslation } from 'react-i18next';
import { useAddress } from '../../../kit/list/use-address.ts';
import { Tabs } from '../../../kit/ui/tabs.tsx';
import { DoorList } from './door-list.tsx';
import { DoorRecordList } from './door-record-list.tsx';

/** Doors and gates, and who opened them. */
export function DoorPage() {
  const { t } = useTranslation('places/doors');
  const [tab, setTab] = useAddress('tab', 'doors');
  const tabs = (
    <Tabs
      label={t('title')}
      value={tab === 'records' ? 'records' : 'doors'}
      options={[
        { value: 'doors', text: t('doors') },
        { value: 'records', text: t('records') },
      ]}
      onChange={setTab}
    />
  );
  return tab === 'records' ? <DoorRecordList tabs={tabs} /> : <DoorList tabs={tabs} />;
}

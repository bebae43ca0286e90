import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Segments } from '../../../kit/ui/segments.tsx';

/** Switches between codes and batches. The filters of one view do not apply to the other, so they are dropped. */
export function ViewSwitch({ value }: { value: 'codes' | 'batches' }) {
  const { t } = useTranslation('stock/activation-codes');
  const navigate = useNavigate();
  return (
    <Segments
      onlyWay
      label={t('view')}
      value={value}
      options={[
        { value: 'codes', text: t('codes') },
        { value: 'batches', text: t('batches') },
      ]}
      onChange={(next) => void navigate(next === 'batches' ? '?view=batches' : '?', { replace: true })}
    />
  );
}

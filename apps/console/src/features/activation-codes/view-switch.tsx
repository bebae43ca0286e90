import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Segments } from '../../kit/ui/segments.tsx';

/** Codes or batches. The filters of one mean nothing to the other, so they are left behind. */
export function ViewSwitch({ value }: { value: 'codes' | 'batches' }) {
  const { t } = useTranslation('activation-codes');
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

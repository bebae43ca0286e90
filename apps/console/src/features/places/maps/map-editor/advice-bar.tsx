import type { HotSpotAdvice } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../kit/ui/button.tsx';
import { Icon } from '../../../../kit/ui/icon.tsx';

/** Explains why the editor opened at this place and which element could help there. */
export function AdviceBar({ what, onClose }: { what: HotSpotAdvice; onClose: () => void }) {
  const { t } = useTranslation('places/maps');
  return (
    <div className="maps-conflict maps-advice" role="status">
      <Icon name="hand" size={20} />
      <p>
        <strong>{t('editor.adviceTitle')}</strong>
        {t(`editor.advice.${what}`)}
      </p>
      <Button look="quiet" icon="close" aria-label={t('editor.adviceClose')} onClick={onClose} />
    </div>
  );
}

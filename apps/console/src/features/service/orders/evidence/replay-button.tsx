import { useTranslation } from 'react-i18next';
import { Button } from '../../../../kit/ui/button.tsx';

interface Props {
  isPlaying: boolean;
  onToggle: () => void;
}

export function ReplayButton({ isPlaying, onToggle }: Props) {
  const { t } = useTranslation('service/orders/evidence');
  return (
    <Button look="plain" icon={isPlaying ? 'pause' : 'play'} onClick={onToggle}>
      {t(isPlaying ? 'pause' : 'play')}
    </Button>
  );
}

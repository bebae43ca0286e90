import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/button.tsx';
import { Icon } from '../../kit/icon.tsx';

interface Props {
  /** Who changed the map and when, in the server's words. */
  message: string;
  unsaved: number;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/** Two people changed one map. What was drawn here is safe until one of the two is chosen. */
export function ConflictBar({ message, unsaved, onKeepMine, onTakeTheirs }: Props) {
  const { t } = useTranslation('maps');
  return (
    <div className="maps-conflict" role="alert">
      <Icon name="alert" size={20} />
      <p>
        <strong>{message}</strong>
        {t('conflict.hint', { count: unsaved })}
      </p>
      <Button onClick={onTakeTheirs}>{t('conflict.discard')}</Button>
      <Button look="main" icon="refresh" onClick={onKeepMine}>
        {t('conflict.keep')}
      </Button>
    </div>
  );
}

import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/ui/button.tsx';
import { Icon } from '../../kit/ui/icon.tsx';
import { Skeleton } from '../../kit/ui/skeleton.tsx';
import type { ItemGroup } from './use-palette-items.ts';

interface Props {
  text: string;
  groups: readonly ItemGroup[];
  waiting: boolean;
  error: Error | null;
  onRetry: () => void;
}

/** What the list does not say: that it is loading, has nothing, or is incomplete. */
export function PaletteNotes({ text, groups, waiting, error, onRetry }: Props) {
  const { t } = useTranslation('palette');
  const found = groups.filter(({ name }) => name !== 'next');
  const count = found.reduce((sum, { items }) => sum + items.length, 0);
  const nothing = text !== '' && count === 0 && !waiting && !error;
  return (
    <>
      <p role="status" className="sl-sr-only">
        {text !== '' && !waiting && (nothing ? t('empty.title', { text }) : t('results', { count }))}
      </p>
      {error && (
        <div className="palette-failed" role="alert">
          <Icon name="alert" size={16} />
          <p>{t('failed')}</p>
          <Button icon="refresh" onClick={onRetry}>
            {t('retry')}
          </Button>
        </div>
      )}
      {nothing && (
        <div className="palette-empty">
          <strong>{t('empty.title', { text })}</strong>
          <p>{t('empty.hint')}</p>
        </div>
      )}
      {waiting && count === 0 && (
        <div className="palette-loading">
          <Skeleton lines={4} />
        </div>
      )}
    </>
  );
}

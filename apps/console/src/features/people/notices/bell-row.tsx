import { useTranslation } from 'react-i18next';
import { Ago } from '../../../kit/format/ago.tsx';
import { Button } from '../../../kit/ui/button.tsx';
import type { BellItem } from './bell-item.ts';
import { BellGlyph, BellWords } from './bell-words.tsx';

interface Props {
  item: BellItem;
  onOpen: () => void;
  onRead: () => void;
}

/** An unread notice. A click marks it as read and opens the page of its subject. */
export function BellRow({ item, onOpen, onRead }: Props) {
  const { t } = useTranslation('people/notices');
  return (
    <div className="bell-row">
      <BellGlyph {...item} />
      <button type="button" className="bell-open" onClick={onOpen}>
        <BellWords {...item} />
        <small>
          {item.kind === 'alarm' && `${t('level', { level: item.level })} · `}
          {item.kind === 'alarm' && item.deviceName && `${item.deviceName} · `}
          <Ago at={item.at} />
        </small>
      </button>
      <Button look="quiet" icon="check" aria-label={t('markRead')} onClick={onRead} />
    </div>
  );
}

import { useTranslation } from 'react-i18next';
import { Dialog } from '../../kit/form/dialog.tsx';
import { keyboardScroll } from '../../kit/list/keyboard-scroll.ts';
import { KeyLabels } from '../../kit/keys/key-labels.tsx';
import { useAllPageKeys, type KeyGroup } from '../../kit/keys/page-keys.ts';
import { useGoPages } from './go-keys.ts';
import './keys-dialog.css';

/** The keys of the present page and those that work everywhere. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('palette');
  const everywhere: KeyGroup = {
    title: t('keys.everywhere'),
    rows: [
      { text: t('title'), keys: 'Mod K' },
      { text: t('keys.list'), keys: '?' },
      { text: t('keys.focus'), keys: 'Tab' },
      { text: t('keys.close'), keys: 'Escape' },
    ],
  };
  const groups = [...useAllPageKeys(), everywhere, { title: t('keys.go'), rows: useGoPages() }];
  return (
    <Dialog
      open
      width={groups.length > 2 ? 860 : 420}
      title={t('keys.title')}
      onCancel={onClose}
      footer={null}
    >
      <div ref={keyboardScroll} className="key-list">
        <div className={groups.length > 2 ? 'key-list-columns' : undefined}>
          {groups.map(({ title, rows }) => (
            <section key={title}>
              <h3>{title}</h3>
              <dl>
                {rows.map(({ text, keys }) => (
                  <div key={`${text} ${keys}`}>
                    <dt>{text}</dt>
                    <dd>
                      <KeyLabels keys={keys} />
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
      </div>
    </Dialog>
  );
}

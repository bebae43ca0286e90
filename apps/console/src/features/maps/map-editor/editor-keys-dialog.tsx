import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { editCommands } from '../../../map-view/controls/commands.ts';
import { tools } from '../../../map-view/controls/tools.ts';

const isApple = () => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** "Mod Shift Z" as key labels of this operating system. */
function Keys({ keys }: { keys: string }) {
  const labels = keys.split(' ').map((key) => (key === 'Mod' ? (isApple() ? '⌘' : 'Ctrl') : key));
  return (
    <>
      {labels.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </>
  );
}

/** The list of all keys of the editor. */
export function EditorKeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('maps');
  const { t: view } = useTranslation('map-view');
  const groups = [
    {
      title: t('editor.keys.tools'),
      rows: tools.map(({ name, key }) => [view(`tool.${name}`), key.toUpperCase()] as const),
    },
    {
      title: t('editor.keys.edit'),
      rows: [
        ...editCommands.map(({ name, keys }) => [view(`command.${name}`), keys] as const),
        [t('editor.keys.copy'), 'Mod C'],
        [t('editor.keys.cut'), 'Mod X'],
        [t('editor.keys.paste'), 'Mod V'],
      ] as const,
    },
    {
      title: t('editor.keys.view'),
      rows: [
        [t('editor.keys.zoom'), '+ −'],
        [view('fit'), '0'],
        [t('editor.keys.zoomTo'), 'Z'],
        [t('editor.keys.pan'), t('editor.keys.space')],
        [t('editor.keys.add'), 'Shift'],
        [t('editor.keys.free'), 'Alt'],
        [t('editor.keys.save'), 'Mod S'],
        [t('editor.keys.sheet'), '?'],
      ] as const,
    },
  ];
  return (
    <Modal open width={860} title={t('editor.keys.title')} onCancel={onClose} footer={null}>
      <div className="maps-keys">
        {groups.map(({ title, rows }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {rows.map(([text, keys]) => (
                <div key={text}>
                  <dt>{text}</dt>
                  <dd>
                    <Keys keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  );
}

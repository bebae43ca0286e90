import { useTranslation } from 'react-i18next';
import { usePageKeys } from '../../../../kit/keys/page-keys.ts';
import { editCommands } from '../../../../map-view/controls/commands.ts';
import { tools } from '../../../../map-view/controls/tools.ts';

/** Declares the keys of the editor, from the tables that its toolbar and `useEditorKeys` read. */
export function useEditorKeyList() {
  const { t } = useTranslation('places/maps');
  const { t: view } = useTranslation('map-view');
  usePageKeys(
    t('editor.keys.tools'),
    tools.map(({ name, key }) => ({ text: view(`tool.${name}`), keys: key.toUpperCase() })),
  );
  usePageKeys(t('editor.keys.edit'), [
    ...editCommands.map(({ name, keys }) => ({ text: view(`command.${name}`), keys })),
    { text: t('editor.keys.copy'), keys: 'Mod C' },
    { text: t('editor.keys.cut'), keys: 'Mod X' },
    { text: t('editor.keys.paste'), keys: 'Mod V' },
  ]);
  usePageKeys(t('editor.keys.view'), [
    { text: t('editor.keys.zoomTo'), keys: 'Z' },
    { text: t('editor.keys.pan'), keys: 'Space' },
    { text: t('editor.keys.add'), keys: 'Shift' },
    { text: t('editor.keys.free'), keys: 'Alt' },
    { text: t('editor.keys.save'), keys: 'Mod S' },
  ]);
}

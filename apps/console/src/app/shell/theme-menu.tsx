import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/ui/button.tsx';
import { ChoiceMenu } from '../../kit/form/choice-menu.tsx';
import { chooseTheme, themeChoice, useMode, type ThemeChoice } from '../../kit/ui/use-theme.ts';

const themes = ['system', 'light', 'dark'] as const satisfies readonly ThemeChoice[];

export function ThemeMenu() {
  const { t } = useTranslation('app');
  const mode = useMode();
  return (
    <ChoiceMenu
      value={themeChoice()}
      choices={themes.map((value) => ({ value, text: t(`themes.${value}`) }))}
      onChoose={(choice) => chooseTheme(choice as ThemeChoice)}
    >
      <Button look="quiet" icon={mode === 'dark' ? 'moon' : 'sun'} aria-label={t('theme')} />
    </ChoiceMenu>
  );
}

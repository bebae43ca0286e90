import { langs, type Lang } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/ui/button.tsx';
import { ChoiceMenu } from '../../kit/form/choice-menu.tsx';
import { chooseLang, currentLang, langNames } from '../../kit/format/lang.ts';

const choices = langs.map((lang) => ({ value: lang, text: langNames[lang] }));

export function LanguageMenu() {
  const { t } = useTranslation('app');
  return (
    <ChoiceMenu value={currentLang()} choices={choices} onChoose={(lang) => chooseLang(lang as Lang)}>
      <Button look="quiet" icon="language" aria-label={t('language')} />
    </ChoiceMenu>
  );
}

import { pages } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';

/** Leads to the articles about an alarm code on a model, where the place is too small for them. */
export function RemedyLink({ code, model }: { code: string; model: string }) {
  const { t } = useTranslation('articles');
  return (
    <a href={pages.knowledgeBase({ code, model })} target="_blank" rel="noreferrer">
      {t('whatToDo')}
    </a>
  );
}

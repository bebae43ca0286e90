import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../../kit/ui/copy-button.tsx';
import { Segments } from '../../../../kit/ui/segments.tsx';

interface Props<Language extends string> {
  title: string;
  hint: string;
  /** Names of languages are not translated. */
  names: Record<Language, string>;
  code: Record<Language, string>;
}

/** One program in several languages. */
export function CodeExample<Language extends string>({ title, hint, names, code }: Props<Language>) {
  const { t } = useTranslation('api/users/docs');
  const languages = Object.keys(names) as Language[];
  const [chosen, setChosen] = useState<Language>();
  const language = chosen ?? languages[0];
  if (language === undefined) return null;
  return (
    <section className="api-user-example" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <Segments
          label={t('language')}
          value={language}
          options={languages.map((value) => ({ value, text: names[value] }))}
          onChange={setChosen}
        />
        <CopyButton text={code[language]} what={t('example')} />
      </header>
      <p>{hint}</p>
      <pre>
        <code>{code[language]}</code>
      </pre>
    </section>
  );
}

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Segments } from '../../../../kit/ui/segments.tsx';
import { CopyButton } from '../../../../kit/ui/copy-button.tsx';
import { exampleNames, signingExamples, type ExampleLanguage } from './signing-code.ts';

const languages = Object.keys(exampleNames) as ExampleLanguage[];

/** A call that lists robots, signed with a key of this API user. Only the secret has to be filled in. */
export function SigningExample({ keyId }: { keyId: string }) {
  const { t } = useTranslation('api/users');
  const [language, setLanguage] = useState<ExampleLanguage>('curl');
  const code = signingExamples[language]({ keyId, origin: location.origin });
  return (
    <section className="api-user-example" aria-label={t('exampleTitle')}>
      <header>
        <h2>{t('exampleTitle')}</h2>
        <Segments
          label={t('exampleLanguage')}
          value={language}
          options={languages.map((value) => ({ value, text: exampleNames[value] }))}
          onChange={setLanguage}
        />
        <CopyButton text={code} what={t('exampleTitle')} />
      </header>
      <p>{t('exampleHint')}</p>
      <pre>
        <code>{code}</code>
      </pre>
    </section>
  );
}

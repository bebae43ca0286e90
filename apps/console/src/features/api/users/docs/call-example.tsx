import { useTranslation } from 'react-i18next';
import { exampleNames, signingExamples } from '../keys/signing-code.ts';
import { CodeExample } from './code-example.tsx';

const keyId = 'key_…';

/** A call that lists robots, in four languages. */
export function CallExample() {
  const { t } = useTranslation('api/users/docs');
  const origin = location.origin;
  const code = {
    curl: signingExamples.curl({ keyId, origin }),
    typescript: signingExamples.typescript({ keyId, origin }),
    python: signingExamples.python({ keyId, origin }),
    java: signingExamples.java({ keyId, origin }),
  };
  return <CodeExample title={t('section.call')} hint={t('callHint')} names={exampleNames} code={code} />;
}

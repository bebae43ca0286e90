import { signedOtaManifest, type SignedOtaManifest } from '@sweepline/contract/robot';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileButton } from './file-button.tsx';

interface Props {
  value: SignedOtaManifest | null;
  onChange: (value: SignedOtaManifest | null) => void;
}

/** The signed manifest in a text; null if it is none. */
function manifestIn(text: string): SignedOtaManifest | null {
  try {
    return signedOtaManifest.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** The file that the signing command wrote. It names version and models, which are not typed again. */
export function ManifestField({ value, onChange }: Props) {
  const { t } = useTranslation('updates/packages');
  const [isWrong, setWrong] = useState(false);
  const read = async (file: File) => {
    const manifest = manifestIn(await file.text());
    setWrong(manifest === null);
    onChange(manifest);
  };
  return (
    <div>
      <span>{t('manifest')}</span>
      <FileButton accept=".json,application/json" label={t('manifest')} onChoose={(file) => void read(file)}>
        {t('chooseFile')}
      </FileButton>
      {value && (
        <strong>
          {t('manifestFacts', {
            version: value.manifest.version,
            models: value.manifest.models.join(', '),
          })}
        </strong>
      )}
      {isWrong && <strong role="alert">{t('manifestWrong')}</strong>}
      <small>{t('manifestHint')}</small>
    </div>
  );
}

import { useTranslation } from 'react-i18next';
import { usePartName } from '../../../../shared/words/use-part-name.ts';
import { Card, Row } from './card.tsx';

/** What runs on the robot, as it reported it. */
export function VersionCard({ versions, at }: { versions: Record<string, string>; at: string | null }) {
  const { t } = useTranslation('remote/diagnosis');
  const partName = usePartName();
  const parts = Object.entries(versions);
  return (
    <Card icon="layers" title={t('versions.title')} at={at}>
      {parts.length === 0 ? (
        <p>{t('versions.none')}</p>
      ) : (
        <dl className="dg-rows">
          {parts.map(([part, version]) => (
            <Row key={part} name={partName(part)}>
              <code>{version}</code>
            </Row>
          ))}
        </dl>
      )}
    </Card>
  );
}

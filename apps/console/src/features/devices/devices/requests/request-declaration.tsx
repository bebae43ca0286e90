import type { DeviceRequest } from '@sweepline/contract';
import { alsoSaysOf, can, cleaningOf, lackingOf, offeredOf } from '@sweepline/contract/robot';
import { useTranslation } from 'react-i18next';
import { formatMetres } from '../../../../kit/format/format.ts';
import { useWords } from '../../../../shared/words/use-words.ts';

/** What a device that requests enrolment declares, and what the console will offer for it. */
export function RequestDeclaration({ request }: { request: DeviceRequest }) {
  const { t } = useTranslation('devices/devices');
  const { word } = useWords();
  if (request.actions === null && request.declared === null) return <small>{t('requests.silent')}</small>;
  const named = (list: ReturnType<typeof offeredOf>) => list.map((it) => word('capability', it)).join(', ');
  const lacking = lackingOf(request);
  const alsoSays = alsoSaysOf(request);
  const { toolWidthM, modes } = cleaningOf(request);
  return (
    <>
      <small>{t('requests.offers', { list: named(offeredOf(request)) })}</small>
      {can(request, 'clean') && (
        <small>
          {t('requests.tool', {
            width: formatMetres(toolWidthM),
            modes: t('requests.modes', { count: modes.length }),
          })}
        </small>
      )}
      {lacking.length > 0 && <small>{t('notDeclared', { list: named(lacking) })}</small>}
      {alsoSays.length > 0 && (
        <small>
          {t('alsoSays')}: {alsoSays.join(', ')}
        </small>
      )}
    </>
  );
}
